import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';

export interface WaitLimits {
  /** A minute: longer than anything takes on a busy machine that a suite does not expect to take long. */
  readonly limitMs?: number;
  /** A server that is asked more often than that spends more on the answers than on what is waited for. */
  readonly longestPauseMs?: number;
}

const usualLimitMs = 60_000;
const usualPauseMs = 100;
const shortestPauseMs = 10;

type Answer<Value> = { readonly value: Value } | { readonly error: unknown };

/**
 * Asks until the answer is right, and gives that answer. A question that fails is asked again. At the limit it throws,
 * with the last answer or the last failure; a question without any answer ends there too.
 */
export async function waitFor<Value>(
  ask: () => Value | Promise<Value>,
  isRight: (value: Value) => boolean,
  { limitMs = usualLimitMs, longestPauseMs = usualPauseMs }: WaitLimits = {},
): Promise<Value> {
  const over = AbortSignal.timeout(limitMs);
  const ended = new Promise<undefined>((resolve) =>
    over.addEventListener('abort', () => resolve(undefined), { once: true }),
  );
  let last: Answer<Value> | undefined;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const answer = await Promise.race([answerOf(ask), ended]);
    if (answer !== undefined && 'value' in answer && isRight(answer.value)) return answer.value;
    last = answer ?? last;
    if (over.aborted) throw notReached(limitMs, isRight.toString(), last);
    await Promise.race([delay(pauseMs), ended]);
  }
}

/** {@link waitFor} something that holds. */
export async function eventually(holds: () => boolean | Promise<boolean>, limits: WaitLimits = {}): Promise<void> {
  const { limitMs = usualLimitMs } = limits;
  let last: Answer<boolean> | undefined;
  // The error of waitFor would show its own condition, and `false`.
  await waitFor(
    async () => {
      last = await answerOf(holds);
      return last;
    },
    (answer) => 'value' in answer && answer.value,
    limits,
  ).catch(() => {
    throw notReached(limitMs, holds.toString(), last);
  });
}

async function answerOf<Value>(ask: () => Value | Promise<Value>): Promise<Answer<Value>> {
  try {
    return { value: await ask() };
  } catch (error) {
    return { error };
  }
}

function notReached(limitMs: number, condition: string, last: Answer<unknown> | undefined): Error {
  const waited = `waited ${limitMs / 1000} s for ${condition}`;
  if (last === undefined) return new Error(`${waited}\nno answer came`);
  if ('error' in last)
    return new Error(`${waited}\nthe last question failed: ${shown(last.error)}`, { cause: last.error });
  return new Error(`${waited}\nthe last answer: ${shown(last.value)}`);
}

const shown = (value: unknown): string => inspect(value, { depth: 6, maxArrayLength: 20, maxStringLength: 4_000 });
