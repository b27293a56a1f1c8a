import { delay } from './delay.js';

/** Runs the step once a period, one after the other, until the signal aborts; a step that fails is told and tried again. */
export async function every(
  periodMs: number,
  signal: AbortSignal,
  step: () => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    await delay(periodMs, signal);
    if (!signal.aborted) await step().catch(onFailure);
  }
}
