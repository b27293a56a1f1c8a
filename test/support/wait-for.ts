/** The first pause between two questions; each one after it is longer by a fifth. */
const shortestPauseMs = 5;
/** A server that is asked more often than that spends more on the answers than on what is waited for. */
const usualPauseMs = 250;

/**
 * Asks until the answer is right, and gives that answer; the test's own time limit ends it. Pauses grow up to `longestPauseMs`: whoever
 * waits for what soon passes says how long that lasts.
 */
export async function waitFor<Value>(
  ask: () => Promise<Value>,
  isRight: (value: Value) => boolean,
  longestPauseMs = usualPauseMs,
): Promise<Value> {
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 1.2, longestPauseMs)) {
    const value = await ask();
    if (isRight(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
