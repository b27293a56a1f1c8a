import type { PartPlace, RawMessage, TextPlace } from '../../domain/shared/accepted-email.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { EmailDocument } from '../../projections/emails/emails.document.js';
import { foldEmail } from '../../projections/emails/emails.projection.js';
import type { KeyRing } from '../ports/event-codec.js';
import type { EmailBody } from '../ports/mail-composer.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { openBody } from '../shared/sealed-body.js';
import { openMessage } from '../shared/sealed-message.js';

export type ReadEmailPorts = Pick<LogPorts, 'store' | 'codec' | 'keys'>;
export type ReadBodyPorts = Pick<Ports, 'blobs' | 'sealer' | 'reader'>;

/** A mail as its stream has it. */
export interface OpenedEmail {
  readonly document: EmailDocument;
  /** Decrypted. */
  readonly events: readonly Recorded[];
  readonly keyRing: KeyRing;
}

/** Folds the stream itself, so that every write already answered shows. Undefined: nothing was accepted under this id. */
export async function openEmail(ports: ReadEmailPorts, emailId: string): Promise<OpenedEmail | undefined> {
  const stored = await ports.store.readStream(streamName('email', emailId));
  const keyRing = await ports.keys.getMany(ports.codec.kids(stored));
  const events = ports.codec.decode(stored, keyRing);
  const document = foldEmail(events);
  return document === undefined ? undefined : { document, events, keyRing };
}

/** As {@link openEmail}; another team's mail is not found. */
export async function openTeamEmail(
  ports: ReadEmailPorts,
  teamId: string,
  emailId: string,
): Promise<OpenedEmail | undefined> {
  const found = await openEmail(ports, emailId);
  return found?.document.teamId === teamId ? found : undefined;
}

/** Reserves memory before something large is read; false where there is not so much. */
export type TakeBytes = (bytes: number) => boolean;

/** Smaller ones are not counted. */
const countedBytes = 64 * 1024;

/** Reserves what {@link readBody} takes: the body as it is stored, decrypted, and as text. */
export function takeBody({ document: { body, raw } }: Pick<OpenedEmail, 'document'>, takeBytes: TakeBytes): boolean {
  const places = raw === undefined ? [] : [...raw.text, ...raw.html];
  const bytes = raw === undefined ? body.sizeBytes : places.reduce((sum, { start, end }) => sum + end - start, 0);
  return bytes < countedBytes || takeBytes(3 * bytes);
}

/** Undefined once it was erased. Throws where the vault lacks a part of it, or holds an altered one. */
export async function readBody(
  ports: ReadBodyPorts,
  { document: { body, raw }, keyRing }: Pick<OpenedEmail, 'document' | 'keyRing'>,
): Promise<EmailBody | undefined> {
  const key = keyRing.get(body.kid);
  if (key?.state !== 'present') return undefined;
  if (raw !== undefined) return readRawBody(ports, { body, raw }, key.key);
  const bytes = await ports.blobs.get(body.blobId);
  return bytes === undefined ? undefined : openBody(ports.sealer, body.kid, key.key, bytes);
}

type StoredRaw = Pick<EmailDocument, 'body'> & { readonly raw: Pick<RawMessage, 'sizeBytes' | 'text' | 'html'> };

/** What a mail program shows of a raw message; a text is absent where it has no such part. */
async function readRawBody(ports: ReadBodyPorts, email: StoredRaw, key: Buffer): Promise<EmailBody> {
  const { text, html } = email.raw;
  return {
    ...(html.length === 0 ? {} : { html: await joined(ports, email, key, html) }),
    ...(text.length === 0 ? {} : { text: await joined(ports, email, key, text) }),
  };
}

async function joined(
  ports: ReadBodyPorts,
  email: StoredRaw,
  key: Buffer,
  places: readonly TextPlace[],
): Promise<string> {
  const texts: string[] = [];
  for (const place of places) {
    const chunks: Buffer[] = [];
    for await (const chunk of readRawPart(ports, email, key, place)) chunks.push(chunk);
    texts.push(ports.reader.characters(place.charset, Buffer.concat(chunks)));
  }
  return texts.join('\n');
}

/** The decoded content of a part of a raw message, as it is read. */
export function readRawPart(
  ports: ReadBodyPorts,
  { body, raw }: Pick<StoredRaw, 'body'> & { readonly raw: Pick<RawMessage, 'sizeBytes'> },
  key: Buffer,
  place: PartPlace,
): AsyncIterable<Buffer> {
  const sealed = openMessage(ports, { ...body, plainBytes: raw.sizeBytes }, key, place);
  return ports.reader.decoded(place.encoding, sealed);
}
