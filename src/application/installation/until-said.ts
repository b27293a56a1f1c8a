import type { InstallationEvent } from '../../domain/installation/events.js';
import { followLog } from '../shared/follow-log.js';
import type { LogPorts } from '../shared/handle.js';

export interface Statement {
  /** The event that makes it so. */
  readonly type: InstallationEvent['type'];
  /** Whether it is so already, as the log stands. */
  readonly isSo: () => Promise<boolean>;
}

/** Resolves as soon as the log says it, whoever says so: true; false where `signal` aborts before. */
export async function untilSaid(
  { store }: Pick<LogPorts, 'store'>,
  { type, isSo }: Statement,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  const after = await store.head();
  // Asked behind the head: whatever comes later is followed.
  if (await isSo()) return true;
  const said = new AbortController();
  await followLog(store, {
    filter: { categories: ['installation'], types: [type] },
    after,
    signal: AbortSignal.any([signal, said.signal]),
    onPage({ events }) {
      if (events.length > 0) said.abort();
    },
    onFailure,
  });
  return said.signal.aborted;
}
