import type { LogPorts } from '../../application/shared/handle.js';
import { LongStreams } from '../../application/shared/long-streams.js';
import { createSerialiser } from '../../application/shared/semaphore.js';
import { systemClock } from './clock.js';
import { ids } from './ids.js';

/** What reads and writes the log need beside the engines. Within them, work on one stream is done in turn. */
export function logPorts({ store, codec, keys }: Pick<LogPorts, 'store' | 'codec' | 'keys'>): LogPorts {
  const longStreams = new LongStreams(() => systemClock.monotonicMs());
  return { store, codec, keys, ids, clock: systemClock, longStreams, serialise: createSerialiser() };
}
