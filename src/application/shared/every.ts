import { delay } from './delay.js';

/** What came due while nothing ran is not kept waiting, and the start itself is not disturbed. */
const firstRoundAfterMs = 1_000;

/**
 * Runs the step a second after its start and then once a period, one after the other, until the signal aborts; a step
 * that fails is reported and tried again.
 */
export async function every(
  periodMs: number,
  signal: AbortSignal,
  step: () => Promise<void>,
  onFailure: (error: unknown) => void,
  firstAfterMs = Math.min(firstRoundAfterMs, periodMs),
): Promise<void> {
  await delay(firstAfterMs, signal);
  while (!signal.aborted) {
    await step().catch(onFailure);
    await delay(periodMs, signal);
  }
}
