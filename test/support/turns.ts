/** How many turns the event loop took until the work was done: none while one of its steps holds the thread. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(count);
  await work();
  clearImmediate(next);
  return turns;

  function count(): void {
    turns += 1;
    next = setImmediate(count);
  }
}
