import { CanonicalText, canonicalJson } from '../../domain/shared/json.js';
import { type Kid, kidOf, plain } from '../../domain/shared/personal.js';
import type { EventMetadata } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type {
  RefusedItem,
  SubmissionAccepted,
  SubmittedEmail,
  SubmissionEvent,
} from '../../domain/submission/events.js';
import { type SubmissionState, submission as decider } from '../../domain/submission/submission.js';
import type { BodySealer } from '../ports/body-sealer.js';
import type { EncodedStream } from '../ports/event-codec.js';
import { MAX_APPEND_BYTES, type StreamAppend } from '../ports/event-store.js';
import type { BlobStore, DataKeyRow, KeyState, KeyStore, NewBlob } from '../ports/vault.js';
import { decided } from '../shared/decided.js';
import { encodeOne, type Loaded } from '../shared/handle.js';
import { inTurns } from '../shared/in-turns.js';
import type { Ports } from '../shared/ports.js';
import { openBody } from '../shared/sealed-body.js';
import { encodeOpening } from './open-email.js';
import type { MailToOpen } from './prepare-email.js';
import type { VaultEntry } from './store.js';

export interface SubmissionToSeal {
  readonly loaded: Pick<Loaded<SubmissionState, SubmissionEvent>, 'stream' | 'expected' | 'predecessor' | 'state'>;
  readonly payloadHash: string | null;
  readonly kind: SubmissionAccepted['data']['kind'];
  readonly errors: readonly RefusedItem[];
  readonly prepared: readonly MailToOpen[];
  /** What the encoding of each takes. */
  readonly efforts: readonly number[];
  readonly metadata: EventMetadata;
}

export interface SealedSubmission {
  /** Id of the `SubmissionAccepted`. */
  readonly eventId: string;
  /** The anchor, then each mail's own stream. */
  readonly writes: readonly [StreamAppend, ...StreamAppend[]];
  /** Vault entries of the submission itself: the list where it is too large for an event, the key of the errors. */
  readonly ownEntries: readonly VaultEntry[];
}

/** Room for what an anchor holds beside its list of mails. */
const listRoomBytes = MAX_APPEND_BYTES - 64 * 1024;

type SealPorts = Pick<Ports, 'ids' | 'codec' | 'sealer'>;

/** Encodes everything that one request appends; a large batch takes several turns of the event loop. */
export async function sealSubmission(ports: SealPorts, submission: SubmissionToSeal): Promise<SealedSubmission> {
  const { loaded, payloadHash, kind, errors, prepared, metadata } = submission;
  const eventId = ports.ids.next();
  const keyRing = new Map<Kid, KeyState>(prepared.flatMap((mail) => [...mail.keyRing]));
  const opened = await encodeOpened(ports, submission, eventId);
  // The list repeats the data of the mails' own events: the same ciphertext under the same keys, and the same text.
  const listed = prepared.map(
    ({ emailId }, index): SubmittedEmail => ({ emailId, accepted: storedData(opened[index]) }),
  );
  const list = fittingList(listed, opened);
  const stored = list === undefined ? await listBlob(ports, ownKey(ports, loaded.stream, metadata.time), listed) : null;
  // Apart from the list's: they can be erased while the list is still needed.
  const errorsKey = errors.length > 0 ? ownKey(ports, loaded.stream, metadata.time) : undefined;
  if (errorsKey !== undefined) keyRing.set(errorsKey.kid, { state: 'present', key: errorsKey.key });
  const data: SubmissionAccepted['data'] = {
    kind,
    payloadHash,
    emailIds: prepared.map(({ emailId }) => emailId),
    emails: stored?.reference ?? unread(new CanonicalText(list ?? '')),
    errors: errorsKey === undefined ? null : plain(errorsKey.kid, errors),
  };
  const command = {
    type: 'AcceptSubmission',
    submission: data,
    nowMs: Date.parse(metadata.time),
    abandonmentsSeen: loaded.state.abandonments,
  } as const;
  const event = decided(decider.decide(command, loaded.state));
  const { stream, expected, predecessor } = loaded;
  const anchor = encodeOne(ports.codec, { stream, predecessor, events: [{ id: eventId, event, metadata }] }, keyRing);
  return {
    eventId,
    writes: [
      { stream, expected, events: anchor.events },
      ...opened.map(
        ({ stream: opening, events }): StreamAppend => ({ stream: opening, expected: 'no-stream', events }),
      ),
    ],
    ownEntries: [
      ...(stored === null ? [] : [{ keyRow: stored.keyRow, blobs: [stored.blob] }]),
      ...(errorsKey === undefined ? [] : [{ keyRow: errorsKey.keyRow, blobs: [] }]),
    ],
  };
}

/** What opens each mail's stream; its event's id can be derived again from the submission's event. */
function encodeOpened(
  ports: SealPorts,
  { prepared, efforts, metadata }: SubmissionToSeal,
  eventId: string,
): Promise<EncodedStream[]> {
  return inTurns(
    prepared,
    (_mail, index) => efforts[index] ?? 0,
    ({ emailId, accepted, region, keyRing }, index) =>
      encodeOpening(ports, {
        ...{ emailId, accepted, keyRing },
        eventId: ports.ids.derived(eventId, index),
        metadata: { ...metadata, region, causation: { id: eventId, position: null } },
      }),
  );
}

/** The accept as it is stored, personal values sealed. */
function storedData(encoded: EncodedStream | undefined): SubmittedEmail['accepted'] {
  const [event] = encoded?.events ?? [];
  if (event === undefined) throw new Error('every mail of a submission opens its stream with one event');
  return unread(new CanonicalText(event.data));
}

/** The decider hands on what it is given, and the encoder writes the text as it is: it is not read on the way. */
function unread<Value>(text: CanonicalText): Value {
  return text as unknown as Value;
}

interface OwnKey {
  readonly kid: Kid;
  readonly key: Buffer;
  readonly keyRow: DataKeyRow;
}

function ownKey(ports: SealPorts, anchor: StreamName, createdAt: string): OwnKey {
  const row = ports.ids.next();
  const key = ports.ids.dataKey();
  return { kid: kidOf(row, 0), key, keyRow: { row, anchor, createdAt, keys: [key] } };
}

/** The list's text; undefined where it is too large for an event, and then it is not made. */
function fittingList(listed: readonly SubmittedEmail[], opened: readonly EncodedStream[]): string | undefined {
  const characters = opened.reduce((sum, { events: [{ data }] }) => sum + data.length, 0);
  if (characters > listRoomBytes) return undefined;
  const text = canonicalJson(listed);
  return Buffer.byteLength(text) > listRoomBytes ? undefined : text;
}

/** The list's text in pieces: it is never in memory as a whole. */
function* listPieces(listed: readonly SubmittedEmail[]): Generator<string> {
  for (const [index, mail] of listed.entries()) yield `${index === 0 ? '[' : ','}${canonicalJson(mail)}`;
  yield ']';
}

async function listBlob(ports: SealPorts, own: OwnKey, listed: readonly SubmittedEmail[]) {
  const pieces = { [Symbol.iterator]: () => listPieces(listed) };
  const { bytes, digest } = await ports.sealer.sealPieces(own.kid, own.key, pieces);
  const id = ports.ids.next();
  const blob: NewBlob = { id, anchor: own.keyRow.anchor, createdAt: own.keyRow.createdAt, bytes };
  return { keyRow: own.keyRow, blob, reference: { blobId: id, kid: own.kid, sizeBytes: bytes.length, digest } };
}

export interface ListedEmailsPorts {
  readonly keys: Pick<KeyStore, 'getMany'>;
  readonly blobs: Pick<BlobStore, 'get'>;
  readonly sealer: BodySealer;
}

/**
 * The mails of a submission, as listed in its event or in the encrypted blob that it names; `erased` where that blob's
 * key was destroyed. Personal values stay sealed. Throws where the vault lacks what the event names.
 */
export async function listedEmails(
  ports: ListedEmailsPorts,
  { emails }: Pick<SubmissionAccepted['data'], 'emails'>,
): Promise<readonly SubmittedEmail[] | 'erased'> {
  if (!('blobId' in emails)) return emails;
  const [keys, bytes] = await Promise.all([ports.keys.getMany([emails.kid]), ports.blobs.get(emails.blobId)]);
  const key = keys.get(emails.kid);
  if (key?.state === 'destroyed') return 'erased';
  if (key?.state !== 'present' || bytes === undefined) throw new Error('a submission cannot be read from the vault');
  const { text } = await openBody(ports.sealer, emails.kid, key.key, bytes);
  // Written by our own accept, under this key.
  return JSON.parse(text ?? '[]') as SubmittedEmail[];
}
