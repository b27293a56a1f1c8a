import { isAscii } from 'node:buffer';
import type { EnvelopeRecipient, OutgoingTransaction, RecipientReply } from '../../application/ports/mail-transport.js';
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

type Content = Pick<OutgoingTransaction, 'reversePath' | 'recipients' | 'message'>;

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
const notAnAddress: Ending = {
  code: 553,
  enhancedCode: '5.1.3',
  text: '5.1.3 not sent: the address contains a control character',
};

export function planEnvelope(content: Content, extensions: Extensions, host: string): Envelope {
  const { reversePath, recipients, message } = content;
  const { maxSizeBytes } = extensions;
  if (maxSizeBytes !== null && maxSizeBytes > 0 && message.length > maxSizeBytes) {
    return nobody(repliesFor(recipients, 'mail', tooBig, host));
  }
  if (hasControl(reversePath)) return nobody(repliesFor(recipients, 'mail', notAnAddress, host));
  const eightBit = !isAscii(message);
  const utf8Mail = !isAsciiText(reversePath) || (eightBit && !isAscii(headersOf(message)));
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
    mail: `MAIL FROM:<${reversePath}>${mailParameters(message.length, eightBit || utf8, utf8, extensions)}`,
    rcpt: taken.map(({ address }) => `RCPT TO:<${address}>`),
  };
}

function nobody(refused: readonly RecipientReply[]): Envelope {
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
