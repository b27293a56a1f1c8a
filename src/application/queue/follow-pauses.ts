import { holds, pauseOf, queue, type QueueState } from '../../domain/queue/queue.js';
import { queueStream } from '../../domain/shared/stream-name.js';
import type { DeliveryPorts } from '../delivery/delivery-ports.js';
import { delay } from '../shared/delay.js';
import { cachePauseMs, followLog } from '../shared/follow-log.js';
import { load, type LogPorts } from '../shared/handle.js';

export interface Pauses {
  readonly isPaused: DeliveryPorts['isPaused'];
  /** Ends with the signal. */
  readonly following: Promise<void>;
}

export interface PausesOptions {
  readonly signal: AbortSignal;
  /** Something was paused or resumed; so many pauses hold now. */
  readonly onChange: (holding: number) => void;
  readonly onFailure: (error: unknown) => void;
}

const readAgainAfterMs = 250;

/** What people have paused, as the log says it: known before this resolves, and anew within a moment of each change. */
export async function followPauses(ports: LogPorts, { signal, onChange, onFailure }: PausesOptions): Promise<Pauses> {
  const after = await ports.store.head();
  // Read behind the head: whatever comes later is followed.
  let state: QueueState = (await load(ports, queue, queueStream)).state;
  let reading = Promise.resolve();

  async function readAgain(): Promise<void> {
    while (!signal.aborted) {
      try {
        ({ state } = await load(ports, queue, queueStream));
        onChange(state.pauses.filter((pause) => holds(pause, ports.clock.now())).length);
        return;
      } catch (error) {
        onFailure(error);
        await delay(readAgainAfterMs, signal);
      }
    }
  }

  const following = followLog(ports.store, {
    filter: { categories: ['queue'] },
    after,
    signal,
    pauseMs: cachePauseMs,
    onPage({ events }) {
      if (events.length > 0) reading = reading.then(readAgain);
    },
    onFailure,
  });
  return {
    isPaused: (to) => pauseOf(state, to, ports.clock.now()) !== undefined,
    following: following.then(() => reading),
  };
}
