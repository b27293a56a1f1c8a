/**
 * Runs one piece of work after the other. Undefined where so many wait already: it is not run. What the work throws is
 * thrown to who asked for it, and the next goes on.
 */
export function lineOf(maxWaiting: number): <Result>(work: () => Promise<Result>) => Promise<Result | undefined> {
  let last: Promise<unknown> = Promise.resolve();
  let inLine = 0;
  return async (work) => {
    if (inLine > maxWaiting) return undefined;
    inLine += 1;
    const running = last.then(work);
    last = running.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await running;
    } finally {
      inLine -= 1;
    }
  };
}
