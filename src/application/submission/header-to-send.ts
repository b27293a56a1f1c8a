import type { RawHeader } from './raw-header.js';
import type { SmtpClient } from './smtp-submission.js';

/** The header section as it is sent, with the empty line: ours on top, then the sender's. */
export function headerToSend(
  { kept, hasDate, messageId }: RawHeader,
  ours: {
    readonly host: string;
    /** Null when it is not named. */
    readonly client: SmtpClient | null;
    /** RFC 3848 and RFC 6531 §3.7.3. */
    readonly protocol: 'ESMTPSA' | 'UTF8SMTPSA';
    readonly emailId: string;
    readonly messageId: string;
    readonly timeMs: number;
  },
): Buffer {
  const date = rfc5322Date(ours.timeMs);
  const from = ours.client === null ? ours.host : clientInTrace(ours.client);
  const received = `Received: from ${from}\r\n\tby ${ours.host} with ${ours.protocol} id ${ours.emailId};\r\n\t${date}\r\n`;
  const missing = [
    ...(hasDate ? [] : [`Date: ${date}\r\n`]),
    ...(messageId === null ? [`Message-ID: ${ours.messageId}\r\n`] : []),
  ];
  const fields = kept
    .filter(({ name }) => messageId !== null || name.toLowerCase() !== 'message-id')
    .map(({ bytes }) => (bytes.at(-1) === lineFeed ? bytes : Buffer.concat([bytes, lineEnd])));
  return Buffer.concat([Buffer.from(received), ...fields, Buffer.from(missing.join('')), lineEnd]);
}

/** RFC 5321 §4.1.2. */
const domain = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i;
const maxDomainCharacters = 255;

/** RFC 5321 §4.4 Extended-Domain: what the client calls itself, where that is a name, and its address. */
function clientInTrace({ helo, address }: SmtpClient): string {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const literal = ipv4 === undefined ? `[IPv6:${address}]` : `[${ipv4}]`;
  const isName = helo.length <= maxDomainCharacters && domain.test(helo);
  return `${isName ? helo : literal} (${literal})`;
}

const lineFeed = 10;
const lineEnd = Buffer.from('\r\n');

/** RFC 5322 §3.3, in UTC. */
function rfc5322Date(timeMs: number): string {
  return new Date(timeMs).toUTCString().replace('GMT', '+0000');
}
