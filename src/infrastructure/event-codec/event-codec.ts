import type { z } from 'zod';
import {
  type EncodedStream,
  type EventCodec,
  type KeyRing,
  type StreamEncoding,
  UnreadableEvent,
} from '../../application/ports/event-codec.js';
import type { NewStoredEvent, StoredEvent } from '../../application/ports/event-store.js';
import { canonicalJson } from '../../domain/shared/json.js';
import type { Kid } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { parseObject, unreadable, withDigest } from './digest.js';
import { kidsIn, personalSealer, unseal } from './personal-values.js';
import { currentVersion, type EventRegistry, eventRegistry } from './registry.js';
import { storedMetadata } from './schemas/metadata.js';

/** The codec of every event of this version; another registry is for tests of upcasting. */
export function createEventCodec(registry: EventRegistry = eventRegistry): EventCodec {
  return {
    encode(streams, keys) {
      const seal = personalSealer(keys);
      return streams.map((encoding) => encodeStream(registry, seal, encoding));
    },
    decode: (stored, keys) => stored.map((event) => decodeEvent(registry, event, keys)),
    kids(stored) {
      const kids = new Set<Kid>();
      for (const event of stored) for (const kid of kidsIn(dataOf(event))) kids.add(kid);
      return [...kids];
    },
  };
}

function encodeStream(
  registry: EventRegistry,
  seal: ReturnType<typeof personalSealer>,
  { stream, predecessor, events }: StreamEncoding,
): EncodedStream {
  let head = predecessor;
  const stored: NewStoredEvent[] = [];
  for (const { id, event, metadata } of events) {
    const schema = registry.get(event.type);
    if (schema === undefined) throw new UnreadableEvent(`${stream}: ${event.type} has no schema`);
    const data = canonicalJson(seal(event.data, stream));
    const undigested = { ...metadata, v: currentVersion(schema), predecessor: head };
    const encoded = withDigest({ stream, id, type: event.type }, data, undigested);
    stored.push(encoded.stored);
    head = encoded.digest;
  }
  if (head === null) throw new TypeError('a stream is encoded with at least one event');
  return { events: stored, headDigest: head };
}

function decodeEvent(registry: EventRegistry, stored: StoredEvent, keys: KeyRing | undefined): Recorded {
  const schema = registry.get(stored.type);
  if (schema === undefined) throw unreadable(stored, 'the type is unknown');
  const metadataResult = storedMetadata.safeParse(parseObject(stored.metadata));
  if (!metadataResult.success) throw unreadable(stored, `the metadata fit no schema: ${pathsOf(metadataResult.error)}`);
  const { v, digest, predecessor: _, ...metadata } = metadataResult.data;
  if (v > currentVersion(schema)) throw unreadable(stored, `version ${v} was written by a newer Posthorn`);

  const lifted = schema.upcasters.slice(v - 1).reduce((data, lift) => lift(data), dataOf(stored));
  const opened = keys === undefined ? lifted : unseal(lifted, keys, `${stored.stream} revision ${stored.revision}`);
  const data = schema.data.safeParse(opened);
  if (!data.success) throw unreadable(stored, `the data fit no schema: ${pathsOf(data.error)}`);

  const { stream, revision, position, id, type } = stored;
  return { stream, revision, position, id, event: { type, data: data.data }, metadata, digest };
}

/** An event is asked for its keys and then decoded: its text is parsed once. */
const parsed = new WeakMap<StoredEvent, Readonly<Record<string, unknown>>>();

function dataOf(stored: StoredEvent): Readonly<Record<string, unknown>> {
  const known = parsed.get(stored);
  if (known !== undefined) return known;
  const data = parseObject(stored.data);
  if (data === undefined) throw unreadable(stored, 'the data are no JSON object');
  parsed.set(stored, data);
  return data;
}

/** Where it does not fit; never what stands there. */
function pathsOf(error: z.ZodError): string {
  return error.issues.map(({ path }) => path.join('.') || '(all)').join(', ');
}
