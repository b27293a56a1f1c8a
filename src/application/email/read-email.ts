import type { PartPlace, RawMessage, TextPlace } from '../../domain/shared/accepted-email.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { EmailDocument } from '../../projections/emails/emails.document.js';
import { foldEmail } from '../../projections/emails/emails.projection.js';
import type { KeyRing } from '../ports/event-codec.js';
import type { EmailBeginning, EmailBody } from '../ports/mail-composer.js';
import type { LogPorts } from '../shared/handle.js';
import { lineOf } from '../shared/semaphore.js';
import type { Ports } from '../shared/ports.js';
import type { OwnerOf } from '../shared/team-owners.js';
import { openBody } from '../shared/sealed-body.js';
import { openMessage } from '../shared/sealed-message.js';

export type ReadEmailPorts = Pick<LogPorts, 'store' | 'codec' | 'keys'>;
export type ReadBodyPorts = Pick<Ports, 'blobs' | 'sealer' | 'reader' | 'templates'> & {
  /** Without it every team counts alone. */
  readonly ownerOf?: OwnerOf;
};

/** A mail as its stream has it. */
export interface OpenedEmail {
  readonly document: EmailDocument;
  /** Decrypted. */
  readonly events: readonly Recorded[];
  readonly keyRing: KeyRing;
}

/** What of an email says where its content lies: of one that was sent, or received. */
export interface StoredEmail {
  readonly document: Pick<EmailDocument, 'teamId' | 'body' | 'raw' | 'template' | 'broadcast' | 'attachments'>;
  readonly keyRing: KeyRing;
}

/**
 * Folds the stream itself, so that every write already answered shows. Undefined when nothing was accepted under this
 * id.
 */
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

/** Limit for each text of an email that a page shows. */
const beginningBytes = 2 * 1024 * 1024;
/** Smaller ones are read at once. */
const largeBytes = 1024 * 1024;
/** Smaller ones are not counted. */
const countedBytes = 64 * 1024;

/** Reserves what {@link readBody} takes: the body as it is stored, decrypted, and as text. */
export function takeBody({ document: { body, raw } }: Pick<StoredEmail, 'document'>, takeBytes: TakeBytes): boolean {
  const bytes = raw === undefined ? body.sizeBytes : encodedBytes(raw);
  return bytes < countedBytes || takeBytes(3 * bytes);
}

/**
 * Reserves what {@link readBeginning} takes: a body is read as it is stored, and its beginning decrypted and as text.
 */
export function takeBeginning(
  { document: { body, raw } }: Pick<StoredEmail, 'document'>,
  takeBytes: TakeBytes,
): boolean {
  const bytes = raw === undefined ? body.sizeBytes : encodedBytes(raw);
  const shownBytes = Math.min(bytes, 2 * beginningBytes);
  return bytes < countedBytes || takeBytes((raw === undefined ? bytes : 0) + 3 * shownBytes);
}

function encodedBytes({ text, html }: Pick<RawMessage, 'text' | 'html'>): number {
  return [...text, ...html].reduce((sum, { start, end }) => sum + end - start, 0);
}

const lineOfProcess = lineOf(3);

/**
 * The large bodies of a process are read one after the other, and each takes its memory once it is its turn. Undefined
 * where too many of its owner's are in the line. Mails that are answered together have one place in it.
 */
export function inLine<Result>(
  { ownerOf }: Pick<ReadBodyPorts, 'ownerOf'>,
  emails: readonly (Pick<StoredEmail, 'document'> | undefined)[],
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  const sizeBytes = emails.reduce((sum, email) => sum + (email?.document.body.sizeBytes ?? 0), 0);
  const teamId = emails.find((email) => email !== undefined)?.document.teamId ?? '';
  return sizeBytes < largeBytes ? read() : lineOfProcess(ownerOf?.(teamId) ?? teamId, read);
}

/** Undefined once it was erased. Throws where the vault lacks a part of it, or holds an altered one. */
export async function readBody(
  ports: ReadBodyPorts,
  { document: { body, raw, template, broadcast }, keyRing }: StoredEmail,
): Promise<EmailBody | undefined> {
  const key = keyRing.get(body.kid);
  if (key?.state !== 'present') return undefined;
  if (raw !== undefined) return readRawBody(ports, { body, raw }, key.key);
  const bytes = await ports.blobs.get(body.blobId);
  if (bytes === undefined) return undefined;
  const opened = await openBody(ports.sealer, body.kid, key.key, bytes);
  const frame = template ?? broadcast;
  return frame === undefined ? opened : ports.templates.fill(frame.content, opened);
}

/** {@link readBody} for a page, which shows no more of a large one than its beginning. */
export async function readBeginning(ports: ReadBodyPorts, email: StoredEmail): Promise<EmailBeginning | undefined> {
  const { document, keyRing } = email;
  const { body, raw, template = document.broadcast } = document;
  const key = keyRing.get(body.kid);
  if (key?.state !== 'present') return undefined;
  if (raw !== undefined) {
    const beginning = await readRawBody(ports, { body, raw }, key.key, beginningBytes);
    return { body: beginning, isCut: encodedBytes(raw) > beginningBytes };
  }
  if (template !== undefined) {
    // No template is as large as that.
    const filled = await readBody(ports, email);
    return filled === undefined ? undefined : { body: filled, isCut: false };
  }
  const bytes = await ports.blobs.get(body.blobId);
  return bytes === undefined ? undefined : ports.sealer.openBeginning(body.kid, key.key, bytes, beginningBytes);
}

type StoredRaw = Pick<EmailDocument, 'body'> & { readonly raw: Pick<RawMessage, 'sizeBytes' | 'text' | 'html'> };

/**
 * What an email client shows of a raw message; a text is absent where it has no such part. Of each about so many bytes.
 */
async function readRawBody(
  ports: ReadBodyPorts,
  email: StoredRaw,
  key: Buffer,
  maxBytes = Infinity,
): Promise<EmailBody> {
  const { text, html } = email.raw;
  return {
    ...(html.length === 0 ? {} : { html: await joined(ports, email, key, html, maxBytes) }),
    ...(text.length === 0 ? {} : { text: await joined(ports, email, key, text, maxBytes) }),
  };
}

async function joined(
  ports: ReadBodyPorts,
  email: StoredRaw,
  key: Buffer,
  places: readonly TextPlace[],
  maxBytes: number,
): Promise<string> {
  const texts: string[] = [];
  let bytes = 0;
  for (const place of places) {
    const chunks: Buffer[] = [];
    for await (const chunk of readRawPart(ports, email, key, place)) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) break;
    }
    texts.push(ports.reader.characters(place.charset, Buffer.concat(chunks)));
    if (bytes > maxBytes) break;
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
