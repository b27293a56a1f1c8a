/**
 * Runs one piece of work after the other. Undefined where its owner has so many in the line already: it is not run. What the
 * work throws is thrown to who asked for it, and the next goes on.
 */
export function lineOf(
  maxOfOwner: number,
): <Result>(owner: string, work: () => Promise<Result>) => Promise<Result | undefined> {
  let last: Promise<unknown> = Promise.resolve();
  const inLine = new Map<string, number>();
  return async (owner, work) => {
    const before = inLine.get(owner) ?? 0;
    if (before >= maxOfOwner) return undefined;
    inLine.set(owner, before + 1);
    const running = last.then(work);
    last = running.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await running;
    } finally {
      const left = (inLine.get(owner) ?? 1) - 1;
      if (left > 0) inLine.set(owner, left);
      else inLine.delete(owner);
    }
  };
}
