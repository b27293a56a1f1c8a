/**
 * What is made once and given to everybody who asks within this time, and while it is made: a route that asks for no
 * key costs the same however often it is called. A failure is not kept.
 */
export function kept<Answer>(
  lifeMs: number,
  make: () => Promise<Answer>,
  nowMs: () => number = () => performance.now(),
): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  let madeMs = 0;
  return () => {
    if (answer !== undefined && nowMs() - madeMs < lifeMs) return answer;
    madeMs = nowMs();
    const making = make();
    answer = making;
    making.catch(() => {
      if (answer === making) answer = undefined;
    });
    return making;
  };
}
