/** The answer, or a rejection when it has not come in time; a late answer is ignored. */
export function within<Answer>(timeoutMs: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      // Where this process itself was busy for so long, the answer may lie in the socket: that is read first.
      () => setImmediate(() => reject(new Error(`no answer within ${timeoutMs} ms`))),
      timeoutMs,
    );
    const settled = () => clearTimeout(timer);
    answer.then(resolve, reject).then(settled, settled);
  });
}
