import type { PartPlace, RawMessage, TextPlace } from '../../domain/shared/accepted-email.js';
import type { EmailBody } from '../ports/mail-composer.js';
import type { MessageReader } from '../ports/message-reader.js';
import { openMessage, type SealedMessagePorts } from '../shared/sealed-message.js';
import type { EmailDocument } from '../../projections/emails/emails.document.js';

export interface RawReading extends SealedMessagePorts {
  readonly reader: Pick<MessageReader, 'decoded' | 'characters'>;
}

type StoredRaw = Pick<EmailDocument, 'body'> & { readonly raw: Pick<RawMessage, 'sizeBytes' | 'text' | 'html'> };

/** What a reader of a raw message sees; absent where it has no such part. Throws where the vault lacks it. */
export async function readRawBody(reading: RawReading, email: StoredRaw, key: Buffer): Promise<EmailBody> {
  const { text, html } = email.raw;
  return {
    ...(html.length === 0 ? {} : { html: await joined(reading, email, key, html) }),
    ...(text.length === 0 ? {} : { text: await joined(reading, email, key, text) }),
  };
}

/** The decoded content of a part, as it is read. */
export function readRawPart(
  reading: RawReading,
  { body, raw }: Pick<StoredRaw, 'body'> & { readonly raw: Pick<RawMessage, 'sizeBytes'> },
  key: Buffer,
  place: PartPlace,
): AsyncIterable<Buffer> {
  const sealed = openMessage(reading, { ...body, plainBytes: raw.sizeBytes }, key, place);
  return reading.reader.decoded(place.encoding, sealed);
}

async function joined(
  reading: RawReading,
  email: StoredRaw,
  key: Buffer,
  places: readonly TextPlace[],
): Promise<string> {
  const texts: string[] = [];
  for (const place of places) {
    const chunks: Buffer[] = [];
    for await (const chunk of readRawPart(reading, email, key, place)) chunks.push(chunk);
    texts.push(reading.reader.characters(place.charset, Buffer.concat(chunks)));
  }
  return texts.join('\n');
}
