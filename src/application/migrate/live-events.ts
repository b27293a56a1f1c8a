import type { Position } from '../../domain/shared/recorded.js';
import type { EventStore, StoredEvent } from '../ports/event-store.js';

export type LogReads = Pick<EventStore, 'readAll' | 'readStream' | 'removalOf'>;

/** The two logs are not one installation's, or one of them is damaged; the message is a sentence for the operator. */
export class MigrationRefused extends Error {}

const pageSize = 1_000;

/**
 * Every event of the log that readers of its stream are given, in the log's order: an engine may go on showing what was
 * removed. Throws {@link MigrationRefused} where one is missing without a removal.
 */
export async function* liveEvents(store: LogReads, from?: Position): AsyncGenerator<StoredEvent> {
  let after = from;
  for (let atEnd = false; !atEnd; ) {
    const page = await store.readAll({ limit: pageSize, ...(after === undefined ? {} : { after }) });
    yield* await liveOf(store, page.events);
    atEnd = page.atEnd || page.position === undefined;
    after = page.position;
  }
}

async function liveOf(store: LogReads, events: readonly StoredEvent[]): Promise<readonly StoredEvent[]> {
  const byStream = new Map<StoredEvent['stream'], StoredEvent[]>();
  for (const event of events) {
    const others = byStream.get(event.stream);
    if (others === undefined) byStream.set(event.stream, [event]);
    else others.push(event);
  }
  const gone = new Set<StoredEvent>();
  for (const [stream, own] of byStream) {
    const [first] = own;
    const live = await store.readStream(stream, { from: first?.revision ?? 0, limit: own.length });
    const revisions = new Set(live.map(({ revision }) => revision));
    const missing = own.filter(({ revision }) => !revisions.has(revision));
    if (missing.length === 0) continue;
    const removedTo = (await store.removalOf(stream))?.lastRevision ?? -1;
    for (const event of missing) {
      if (event.revision > removedTo) {
        throw new MigrationRefused(`${stream} revision ${event.revision} is not given to readers of its stream.`);
      }
      gone.add(event);
    }
  }
  return events.filter((event) => !gone.has(event));
}
