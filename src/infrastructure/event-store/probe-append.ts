import type { EventStore, NewStoredEvent } from '../../application/ports/event-store.js';
import { installationStream } from '../../domain/shared/stream-name.js';
import { ids } from '../system/ids.js';

/** Beyond what any stream of ours will ever have. */
const impossibleRevision = 2 ** 40;

/**
 * An append as every other, which the log refuses because the stream is not so long: it has gone the whole way, and
 * leaves nothing. Rejects where it had no such answer.
 */
export async function probeAppend(store: Pick<EventStore, 'append'>): Promise<void> {
  const event: NewStoredEvent = { id: ids.next(), type: 'Probe', data: '{}', metadata: '{}' };
  const appended = await store.append([{ stream: installationStream, expected: impossibleRevision, events: [event] }]);
  if (appended.result === 'unknown') throw appended.cause;
}
