/**
 * `npm start` and `posthorn serve` pass it: the server ends with the program that started it. A server that is started
 * in any other way outlives its parent, as expected with `nohup`, `setsid` or `&`.
 */
export const untilNpmEnds = '--until-npm-ends';

/** A killed npm says nothing. */
const lookEveryMs = 500;

/**
 * Calls `onEnd` once when this process has another parent than `parent`: that one has ended. The start script replaces
 * npm's shell by the server (`exec`), so its parent is npm itself.
 */
export function whenParentEnds(parent: number, onEnd: () => void, parentNow: () => number = () => process.ppid): void {
  const timer = setInterval(() => {
    if (parentNow() === parent) return;
    clearInterval(timer);
    onEnd();
  }, lookEveryMs);
  timer.unref();
}
