import type { StreamName } from '../../domain/shared/stream-name.js';
import { delay } from '../shared/delay.js';

/** How long a repeat waits for the answer of the request that runs under the same key. */
export const repeatWaitMs = 5_000;

/** The keyed requests that run in this process. */
export interface InFlight {
  /** Runs `work` alone under its key; `busy` when another still ran after the wait. */
  alone<Result>(stream: StreamName, work: () => Promise<Result>): Promise<Result | 'busy'>;
}

export function createInFlight(waitMs = repeatWaitMs): InFlight {
  const running = new Map<StreamName, Promise<unknown>>();
  return {
    async alone(stream, work) {
      const timeUp = new AbortController();
      const timer = setTimeout(() => timeUp.abort(), waitMs);
      try {
        for (let other = running.get(stream); other !== undefined; other = running.get(stream)) {
          await Promise.race([other.catch(() => undefined), delay(waitMs, timeUp.signal)]);
          if (timeUp.signal.aborted) return 'busy';
        }
      } finally {
        clearTimeout(timer);
        timeUp.abort();
      }
      const own = work();
      running.set(stream, own);
      try {
        return await own;
      } finally {
        running.delete(stream);
      }
    },
  };
}
