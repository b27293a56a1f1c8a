import type { z } from 'zod';
import {
  type EncodedStream,
  type EventCodec,
  type KeyRing,
  NewerEvent,
  type StreamEncoding,
  UnreadableEvent,
} from '../../application/ports/event-codec.js';
import type { NewStoredEvent, StoredEvent } from '../../application/ports/event-store.js';
import { currentVersion } from '../../domain/shared/event.js';
import type { DomainEvent } from '../../domain/shared/decider.js';
import type { Kid } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { metadataWriter, parseObject, unreadable, withDigest } from './digest.js';
import { kidsIn, personalSealer, unseal } from './personal-values.js';
import type { EventRegistry } from './registry.js';
import { type StoredMetadata, storedMetadata } from './metadata.js';

export interface CodecOptions {
  /** Every type that is written or read. */
  readonly registry: EventRegistry;
  /** Several readers are handed the same events: what is read of one is kept with it, for as long as it lives. */
  readonly keepsRead?: boolean;
}

export function createEventCodec({ registry, keepsRead = false }: CodecOptions): EventCodec {
  /** An event is asked for its keys and then decoded: its texts are parsed once. */
  const read = keptWith(readEvent);
  const sealedOnly = (event: StoredEvent): Recorded =>
    decodeEvent(registry, event, keepsRead ? read(event) : readEvent(event), undefined);
  const decodeSealed = keepsRead ? keptWith(sealedOnly) : sealedOnly;
  return {
    format: formatOf(registry),
    encode(streams, keys) {
      const texts = { seal: personalSealer(keys), write: metadataWriter() };
      return streams.map((encoding) => encodeStream(registry, texts, encoding));
    },
    decode<Event extends DomainEvent>(stored: readonly StoredEvent[], keys?: KeyRing) {
      const decoded =
        keys === undefined
          ? stored.map(decodeSealed)
          : stored.map((event) => decodeEvent(registry, event, read(event), keys));
      // The caller says which events it has asked for.
      return decoded as Recorded<Event>[];
    },
    kids(stored) {
      const kids = new Set<Kid>();
      for (const event of stored) for (const kid of kidsIn(read(event).data)) kids.add(kid);
      return [...kids];
    },
  };
}

/** The same answer for the same event, computed once. */
function keptWith<Answer>(answer: (event: StoredEvent) => Answer): (event: StoredEvent) => Answer {
  const kept = new WeakMap<StoredEvent, Answer>();
  return (event) => {
    const known = kept.get(event);
    if (known !== undefined) return known;
    const computed = answer(event);
    kept.set(event, computed);
    return computed;
  };
}

function encodeStream(
  registry: EventRegistry,
  { seal, write }: { seal: ReturnType<typeof personalSealer>; write: ReturnType<typeof metadataWriter> },
  { stream, predecessor, events }: StreamEncoding,
): EncodedStream {
  let head = predecessor;
  const stored: NewStoredEvent[] = [];
  for (const { id, event, metadata } of events) {
    const schema = registry.get(event.type);
    if (schema === undefined) throw new UnreadableEvent(`${stream}: ${event.type} has no schema`);
    const data = seal(event.data, stream);
    const texts = write(metadata, { v: currentVersion(schema), predecessor: head });
    const encoded = withDigest({ stream, id, type: event.type }, data, texts);
    stored.push(encoded.stored);
    head = encoded.digest;
  }
  const [first, ...rest] = stored;
  if (first === undefined || head === null) throw new TypeError('a stream is encoded with at least one event');
  return { stream, events: [first, ...rest], headDigest: head };
}

interface ReadEvent {
  readonly metadata: StoredMetadata;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Its texts as values, the metadata checked. */
function readEvent(stored: StoredEvent): ReadEvent {
  const metadata = storedMetadata.safeParse(parseObject(stored.metadata));
  if (!metadata.success) throw unreadable(stored, `the metadata fit no schema: ${pathsOf(metadata.error)}`);
  const data = parseObject(stored.data);
  if (data === undefined) throw unreadable(stored, 'the data are no JSON object');
  return { metadata: metadata.data, data };
}

function decodeEvent(
  registry: EventRegistry,
  stored: StoredEvent,
  { metadata: allMetadata, data: storedData }: ReadEvent,
  keys: KeyRing | undefined,
): Recorded {
  const schema = registry.get(stored.type);
  if (schema === undefined) throw newer(stored, 'the type is unknown: a newer Posthorn wrote it');
  const { v, digest, predecessor: _, ...metadata } = allMetadata;
  if (v > currentVersion(schema)) throw newer(stored, `version ${v} was written by a newer Posthorn`);

  const lifted = schema.upcasters.slice(v - 1).reduce((data, lift) => lift(data), storedData);
  const opened = keys === undefined ? lifted : unseal(lifted, keys, `${stored.stream} revision ${stored.revision}`);
  const data = schema.data.safeParse(opened);
  if (!data.success) throw unreadable(stored, `the data fit no schema: ${pathsOf(data.error)}`);

  const { stream, revision, position, id, type } = stored;
  return { stream, revision, position, id, event: { type, data: data.data }, metadata, digest };
}

function newer(stored: StoredEvent, problem: string): NewerEvent {
  return new NewerEvent(unreadable(stored, problem).message);
}

/** Types are only ever added, and so are versions: the sum of all versions is higher with each of them. */
function formatOf(registry: EventRegistry): number {
  return [...registry.values()].reduce((sum, schema) => sum + currentVersion(schema), 0);
}

/** Where it does not fit; never what stands there. */
function pathsOf(error: z.ZodError): string {
  return error.issues.map(({ path }) => path.join('.') || '(all)').join(', ');
}
