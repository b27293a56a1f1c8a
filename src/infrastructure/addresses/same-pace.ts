/** Longer than a resolver nearby takes to say that there is no such name, or what an inner name leads to. */
const paceMs = 500;

/**
 * Calls back at the earliest so long after `startedAtMs` (of `performance.now()`): from the time of a refusal nobody learns whether a name is
 * known inside. What takes longer takes longer.
 */
export function atSamePace(startedAtMs: number, callback: () => void): void {
  setTimeout(callback, Math.max(0, startedAtMs + paceMs - performance.now()));
}
