/** Asks until the answer is right, and gives that answer; the test's own time limit ends it. */
export async function waitFor<Value>(ask: () => Promise<Value>, isRight: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await ask();
    if (isRight(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
