import type { MessageReader } from '../../application/ports/message-reader.js';
import { mailboxesIn, normalisedAddress, soleMailbox } from './addresses.js';
import { headerFields, readableValue, valueOf } from './header-section.js';
import { MessagePartScanner } from './part-scanner.js';
import { createTransferDecoder } from './transfer-decoder.js';

export const messageReader: MessageReader = {
  fields: headerFields,
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
      return new TextDecoder(charset).decode(bytes);
    } catch {
      return new TextDecoder('utf-8').decode(bytes);
    }
  },
};
