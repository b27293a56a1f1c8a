import type { InstallationEvent } from '../../domain/installation/events.js';
import { installation } from '../../domain/installation/installation.js';
import type { Position } from '../../domain/shared/recorded.js';
import { installationStream } from '../../domain/shared/stream-name.js';
import { delay } from '../shared/delay.js';
import { followLog } from '../shared/follow-log.js';
import { load, type LogPorts } from '../shared/handle.js';

const lookAgainMs = 500;

export interface Statement {
  /** The event that makes it so. */
  readonly type: InstallationEvent['type'];
  /** Whether it is so already, as the log stands. */
  readonly isSo: () => Promise<boolean>;
}

type Look = { readonly isSo: true } | { readonly isSo: false; readonly after: Position | undefined };

/**
 * Resolves as soon as the log has it, from whichever process: true; false where `signal` aborts before. A log that does
 * not answer is asked again.
 */
export async function waitForEvent(
  { store }: Pick<LogPorts, 'store'>,
  { type, isSo }: Statement,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  const looked = await lookUntilAnswered(store, isSo, signal, onFailure);
  if (looked === undefined) return false;
  if (looked.isSo) return true;
  const found = new AbortController();
  await followLog(store, {
    filter: { categories: ['installation'], types: [type] },
    after: looked.after,
    signal: AbortSignal.any([signal, found.signal]),
    onPage({ events }) {
      if (events.length > 0) found.abort();
    },
    onFailure,
  });
  return found.signal.aborted;
}

/** Undefined when the signal has aborted. */
async function lookUntilAnswered(
  store: LogPorts['store'],
  isSo: Statement['isSo'],
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<Look | undefined> {
  for (;;) {
    try {
      const after = await store.head();
      // Asked behind the head: whatever comes later is followed.
      return (await isSo()) ? { isSo: true } : { isSo: false, after };
    } catch (error) {
      onFailure(error);
    }
    await delay(lookAgainMs, signal);
    if (signal.aborted) return undefined;
  }
}

/**
 * Resolves as soon as the log says that the installation lives on other engines: true; false where `signal` aborts
 * before.
 */
export function untilMovedAway(
  ports: LogPorts,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  const isSo = async (): Promise<boolean> => {
    const { state } = await load(ports, installation, installationStream);
    return state.status === 'created' && state.movedAway !== null;
  };
  return waitForEvent(ports, { type: 'InstallationMovedAway', isSo }, signal, onFailure);
}
