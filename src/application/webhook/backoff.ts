/** Failures in a row: fewer are usual. */
const failuresBefore = 10;
/** The pause doubles after so many more. */
const failuresForDouble = 10;
const firstMs = 100;
/** One that is well again is sent everything within about this time. */
const longestMs = 1_000;

/**
 * The pause between two requests to an endpoint that has only failed, however much waits for it: one that fails at once
 * would be asked without end.
 */
export function backoffMs(failuresInARow: number): number {
  if (failuresInARow < failuresBefore) return 0;
  const doublings = Math.floor((failuresInARow - failuresBefore) / failuresForDouble);
  return Math.min(longestMs, firstMs * 2 ** doublings);
}
