import type { MessageReader, HeaderField } from '../../application/ports/message-reader.js';
import type { MessageConverter } from '../../application/ports/message-converter.js';
import { decodedText } from '../../domain/shared/windows-1252.js';
import { repeatedField } from '../header-fields/grammar.js';
import { mailboxesIn, normalisedAddress, soleMailbox } from './addresses.js';
import { headerFields, readableValue, valueOf } from './header-section.js';
import { MessagePartScanner } from './part-scanner.js';
import { repairedFields } from './repair-fields.js';
import { createTransferDecoder } from './transfer-decoder.js';
import { edited } from './edits.js';
import { HtmlScanner } from './html-edits.js';
import { SevenBitScanner } from './seven-bit-edits.js';
import { contentFields } from './content-fields.js';
import { isEncodingField } from './encoding-field.js';

const encoding: HeaderField = {
  name: 'Content-Transfer-Encoding',
  bytes: Buffer.from('Content-Transfer-Encoding: quoted-printable\r\n'),
};
const version: HeaderField = { name: 'MIME-Version', bytes: Buffer.from('MIME-Version: 1.0\r\n') };
/** One space. */
const body = Buffer.from('=20\r\n');

/** See the port. */
function blankText(fields: readonly HeaderField[]): ReturnType<MessageReader['blankText']> {
  if (!contentFields(fields).type.startsWith('text/')) return undefined;
  const others = fields.filter((field) => !isEncodingField(field));
  const isMime = others.some(({ name }) => name.toLowerCase() === 'mime-version');
  return { fields: [...others, ...(isMime ? [] : [version]), encoding], body };
}

export const messageReader: MessageReader = {
  fields: headerFields,
  repaired: repairedFields,
  blankText,
  repeated: (fields) => repeatedField(fields.map(({ name }) => name)),
  value: valueOf,
  text: readableValue,
  mailboxes: (field) => mailboxesIn(valueOf(field)),
  soleMailbox: (field) => soleMailbox(valueOf(field)),
  address: normalisedAddress,
  scan: (fields, options) => new MessagePartScanner(fields, options),
  async *decoded(encoding, bytes) {
    const decoder = createTransferDecoder(encoding);
    for await (const chunk of bytes) yield decoder.decode(chunk);
    yield decoder.end();
  },
  characters(charset, bytes) {
    // RFC 2046 §4.1.2: what calls itself ASCII and is not, is nearly always UTF-8.
    if (charset === 'us-ascii' || charset === 'ascii') return new TextDecoder('utf-8').decode(bytes);
    try {
      return decodedText(charset, bytes);
    } catch {
      return new TextDecoder('utf-8').decode(bytes);
    }
  },
};

export const messageConverter: MessageConverter = {
  async toSevenBits(message) {
    const scanner = new SevenBitScanner();
    for await (const chunk of message) scanner.write(chunk);
    const edits = scanner.end();
    return edits === undefined ? undefined : (again) => edited(again, edits);
  },
  async withHtml(message, rewrite) {
    const scanner = new HtmlScanner(rewrite);
    for await (const chunk of message) scanner.write(chunk);
    const edits = scanner.end();
    return (again) => edited(again, edits);
  },
};
