import { delay } from './delay.js';

/**
 * The work's own result, or a rejection when it has not come in time; a late one is ignored.
 *
 * @param late makes the error of the rejection, and may end the work.
 */
export function withTimeout<Result>(
  timeoutMs: number,
  work: Promise<Result>,
  late: () => Error = () => new Error(`no answer within ${timeoutMs} ms`),
): Promise<Result> {
  return new Promise((resolve, reject) => {
    // Where this process itself was busy for so long, the answer may lie in the socket: that is read first.
    const timer = setTimeout(() => setImmediate(expire), timeoutMs);
    let isSettled = false;
    function expire(): void {
      if (!isSettled) reject(late());
    }
    function settled(): void {
      isSettled = true;
      clearTimeout(timer);
    }
    work.then(resolve, reject).then(settled, settled);
  });
}

/** Waits until all of the work has settled, but not longer than the time. Rejects where the work does in time. */
export async function waitAtMost(patienceMs: number, work: Promise<unknown>): Promise<void> {
  const settled = new AbortController();
  try {
    await Promise.race([work, delay(patienceMs, settled.signal)]);
  } finally {
    settled.abort();
  }
}
