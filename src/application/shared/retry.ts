import { delay } from './delay.js';

/**
 * Does the work, and again after a pause whenever it fails, until it succeeds.
 *
 * @returns undefined when the signal aborted first.
 */
export async function retryUntil<Result>(
  signal: AbortSignal,
  pauseMs: number,
  work: () => Promise<Result>,
  onFailure: (error: unknown) => void,
): Promise<Result | undefined> {
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      onFailure(error);
      await delay(pauseMs, signal);
    }
  }
  return undefined;
}
