import { isAscii } from 'node:buffer';
import type {
  EnvelopeRecipient,
  MessageStream,
  OutgoingTransaction,
  RecipientReply,
} from '../../application/ports/mail-transport.js';
import type { Extensions } from './extensions.js';
import { type Ending, repliesFor } from './smtp-failure.js';

/** The commands of one transaction, and what we refuse ourselves because the receiver could not take it. */
export interface Envelope {
  readonly refused: readonly RecipientReply[];
  readonly recipients: readonly EnvelopeRecipient[];
  readonly mail: string;
  /** One for each of `recipients`. */
  readonly rcpt: readonly string[];
}

type Content = Pick<OutgoingTransaction, 'reversePath' | 'recipients' | 'message' | 'dsn'>;

/** RFC 6531 §3.5 and RFC 3463 §3.7. */
const noSmtpUtf8: Ending = {
  code: 553,
  enhancedCode: '5.6.7',
  text: '5.6.7 not sent: the address or a header is not ASCII and the receiver does not offer SMTPUTF8',
};
const tooBig: Ending = {
  code: 552,
  enhancedCode: '5.3.4',
  text: '5.3.4 not sent: the message is larger than the receiver says it takes',
};
/** RFC 6152 §3 leaves the choice: what could be converted was. RFC 3463 §3.7. */
const noEightBit: Ending = {
  code: 554,
  enhancedCode: '5.6.3',
  text: '5.6.3 not sent: the receiver does not offer 8BITMIME, and 8-bit content of the message must not be encoded',
};
const notAnAddress: Ending = {
  code: 553,
  enhancedCode: '5.1.3',
  text: '5.1.3 not sent: the address contains a control character',
};

export function planEnvelope(content: Content, extensions: Extensions, host: string): Envelope {
  const { reversePath, recipients } = content;
  const { sizeBytes, eightBit, utf8: utf8Header } = textOf(content.message);
  const { maxSizeBytes } = extensions;
  if (maxSizeBytes !== null && maxSizeBytes > 0 && sizeBytes > maxSizeBytes) {
    return withNoRecipient(repliesFor(recipients, 'mail', tooBig, host));
  }
  if (hasControl(reversePath)) return withNoRecipient(repliesFor(recipients, 'mail', notAnAddress, host));
  const utf8Mail = !isAsciiText(reversePath) || utf8Header;
  if (eightBit && !utf8Mail && !extensions.eightBitMime)
    return withNoRecipient(repliesFor(recipients, 'mail', noEightBit, host));
  const refused: RecipientReply[] = [];
  const taken: EnvelopeRecipient[] = [];
  for (const recipient of recipients) {
    const ending = refusalOf(recipient.address, utf8Mail, extensions);
    if (ending === undefined) taken.push(recipient);
    else refused.push(...repliesFor([recipient], 'rcpt', ending, host));
  }
  const utf8 = utf8Mail || taken.some(({ address }) => !isAsciiText(address));
  return {
    refused,
    recipients: taken,
    mail: [
      `MAIL FROM:<${reversePath}>${mailParameters(sizeBytes, eightBit || utf8, utf8, extensions)}`,
      ...(extensions.dsn ? mailDsn(content.dsn) : []),
    ].join(' '),
    rcpt: taken.map(({ address, dsn }) =>
      [`RCPT TO:<${address}>`, ...(extensions.dsn ? recipientDsn(dsn) : [])].join(' '),
    ),
  };
}

function withNoRecipient(refused: readonly RecipientReply[]): Envelope {
  return { refused, recipients: [], mail: '', rcpt: [] };
}

function refusalOf(address: string, utf8Mail: boolean, { smtpUtf8 }: Extensions): Ending | undefined {
  if (hasControl(address)) return notAnAddress;
  return smtpUtf8 || (!utf8Mail && isAsciiText(address)) ? undefined : noSmtpUtf8;
}

function mailParameters(sizeBytes: number, eightBit: boolean, utf8: boolean, extensions: Extensions): string {
  const size = extensions.maxSizeBytes === null ? '' : ` SIZE=${sizeBytes}`;
  const body = eightBit && extensions.eightBitMime ? ' BODY=8BITMIME' : '';
  return `${size}${body}${utf8 ? ' SMTPUTF8' : ''}`;
}

/** RFC 3461 §4.3 and §4.4. */
function mailDsn(dsn: OutgoingTransaction['dsn']): readonly string[] {
  const { ret = null, envid = null } = dsn ?? {};
  return [...(ret === null ? [] : [`RET=${ret}`]), ...(isXtext(envid, 100) ? [`ENVID=${envid}`] : [])];
}

/** RFC 3461 §4.1 and §4.2. */
function recipientDsn(dsn: EnvelopeRecipient['dsn']): readonly string[] {
  const { notify = null, orcpt = null } = dsn ?? {};
  const known = notify?.filter((word) => /^(NEVER|SUCCESS|FAILURE|DELAY)$/.test(word)) ?? [];
  return [
    ...(known.length === 0 ? [] : [`NOTIFY=${known.join(',')}`]),
    ...(isXtext(orcpt, 500) ? [`ORCPT=${orcpt}`] : []),
  ];
}

/** What came from a client goes on only where it cannot be anything else than one parameter's value. */
function isXtext(value: string | null, maxCharacters: number): value is string {
  return value !== null && value.length <= maxCharacters && /^[!-<>-~]+$/.test(value);
}

function textOf(message: OutgoingTransaction['message']): Omit<MessageStream, 'chunks'> {
  if (!Buffer.isBuffer(message)) return message;
  const eightBit = !isAscii(message);
  return { sizeBytes: message.length, eightBit, utf8: eightBit && !isAscii(headersOf(message)) };
}

function headersOf(message: Buffer): Buffer {
  const end = message.indexOf('\r\n\r\n');
  return end === -1 ? message : message.subarray(0, end);
}

function isAsciiText(text: string): boolean {
  return isAscii(Buffer.from(text));
}

/** The last line of defence against a command that hides in an address. */
function hasControl(address: string): boolean {
  for (let index = 0; index < address.length; index++) {
    const code = address.charCodeAt(index);
    if (code < 32 || code === 127) return true;
  }
  return false;
}
