import type { StreamRetired } from '../../domain/retention/events.js';
import type { EventCodec } from '../ports/event-codec.js';
import {
  type EventStore,
  MAX_APPEND_BYTES,
  type NewStoredEvent,
  type StoredEvent,
  type StreamAppend,
} from '../ports/event-store.js';
import type { LogImport } from '../ports/log-import.js';
import type { Clock } from '../ports/clock.js';
import { retryAppend, factPatience } from '../shared/handle.js';
import type { ChainLink } from '../verify/succession.js';
import { compareLogs } from './compare-logs.js';
import { type LogReads, MigrationRefused, liveEvents } from './live-events.js';

export interface CopyLogPorts {
  readonly source: LogReads;
  readonly target: EventStore;
  readonly import: LogImport;
  readonly clock: Clock;
  readonly codec: Pick<EventCodec, 'decode'>;
  /** Recomputes an event's digest. */
  readonly linkOf: (stored: StoredEvent) => ChainLink;
  /** Called now and then with how many events the target holds. */
  readonly onProgress?: (events: number) => void;
}

/** Events of one append to several streams. */
const mostTogether = 500;
const mostBytesTogether = 8 * MAX_APPEND_BYTES;
const progressEvery = 1_000;

/** What goes to the target next. */
interface Batch {
  readonly runs: Run[];
  readonly removals: Promise<void>[];
  events: number;
  bytes: number;
}

/** One append to one stream, being gathered. */
interface Run {
  readonly stream: StreamAppend['stream'];
  readonly expected: StreamAppend['expected'];
  readonly events: [NewStoredEvent, ...NewStoredEvent[]];
  bytes: number;
  lastRevision: number;
}

/**
 * Appends to the target what it lacks of the source, event by event in the source's order, under the same ids and with
 * the same bytes; what is there already is compared first. So it can be cut off anywhere and called again. Answers how
 * many events the target holds then. Throws {@link MigrationRefused} where the two differ, or an event is not what its
 * digest says.
 */
export async function copyLog(ports: CopyLogPorts): Promise<number> {
  const { source, target, linkOf, onProgress } = ports;
  const before = await compareLogs(source, target);
  if (before.isWhole) return before.events;
  let { events } = before;
  let batch = emptyBatch();
  const flush = async (): Promise<void> => {
    // Before their facts: a reader that finds a fact in the target finds the stream as it says.
    await Promise.all(batch.removals);
    await append(ports, batch.runs);
    batch = emptyBatch();
  };
  for await (const event of liveEvents(source, before.sourceThrough)) {
    const { digest, computed, predecessor } = linkOf(event);
    if (digest !== computed) {
      throw new MigrationRefused(`${event.stream} revision ${event.revision}: its digest does not fit its content.`);
    }
    if (!takeIn(batch.runs.at(-1), event, predecessor)) {
      if (isFull(batch, event) || (batch.runs.length > 0 && !ports.import.appendsTogether)) await flush();
      batch.runs.push(runOf(event, predecessor));
    }
    batch.events += 1;
    batch.bytes += bytesOf(event);
    if (event.type === 'StreamRetired') batch.removals.push(adopted(ports, event));
    events += 1;
    if (events % progressEvery === 0) onProgress?.(events);
  }
  await flush();
  return events;
}

function emptyBatch(): Batch {
  return { runs: [], removals: [], events: 0, bytes: 0 };
}

function isFull({ events, bytes }: Batch, next: StoredEvent): boolean {
  return events >= mostTogether || bytes + bytesOf(next) > mostBytesTogether;
}

/** They share the flushes of the target's disk. */
function adopted(ports: CopyLogPorts, event: StoredEvent): Promise<void> {
  const adoption = adoptRemoval(ports, event);
  // It is waited for later, and may have failed by then.
  adoption.catch(() => undefined);
  return adoption;
}

async function adoptRemoval(ports: CopyLogPorts, event: StoredEvent): Promise<void> {
  const [recorded] = ports.codec.decode<StreamRetired>([event]);
  if (recorded === undefined) return;
  const { stream } = recorded.event.data;
  const removal = await ports.source.removalOf(stream);
  // None when it was cut off behind the fact, and finished by the server of the target.
  if (removal !== undefined) await ports.import.adoptRemoval(stream, removal);
}

/** @returns false when it begins an append of its own. */
function takeIn(run: Run | undefined, event: StoredEvent, predecessor: string | null): boolean {
  const bytes = bytesOf(event);
  if (run === undefined || predecessor === null || run.stream !== event.stream) return false;
  if (run.events.length >= mostTogether || run.bytes + bytes > MAX_APPEND_BYTES) return false;
  run.events.push(newEvent(event));
  run.bytes += bytes;
  run.lastRevision = event.revision;
  return true;
}

/** What has no predecessor opens its stream, for the first time or again after a removal. */
function runOf(event: StoredEvent, predecessor: string | null): Run {
  const { stream, revision } = event;
  const expected = predecessor === null ? 'no-stream' : revision - 1;
  return { stream, expected, events: [newEvent(event)], bytes: bytesOf(event), lastRevision: revision };
}

function newEvent({ id, type, data, metadata }: StoredEvent): NewStoredEvent {
  return { id, type, data, metadata };
}

function bytesOf({ type, data, metadata }: StoredEvent): number {
  return Buffer.byteLength(type) + Buffer.byteLength(data) + Buffer.byteLength(metadata);
}

async function append({ target: store, clock }: CopyLogPorts, runs: readonly Run[]): Promise<void> {
  const [anchor] = runs;
  const [first, ...others] = runs.map(({ stream, expected, events }): StreamAppend => ({ stream, expected, events }));
  if (anchor === undefined || first === undefined) return;
  const appended = await retryAppend({ store, clock }, [first, ...others], factPatience);
  if (appended.result === 'written' && appended.revision === anchor.lastRevision) return;
  throw new MigrationRefused(`${anchor.stream} differs in the target: it was written to.`);
}
