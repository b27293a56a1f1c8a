const hourMs = 3_600_000;

/** Nothing but failures for so long disables the endpoint. */
export const failingForMs = 120 * hourMs;

/** Nothing but failures for so long is worth a word to people. */
export const keptFailingForMs = 24 * hourMs;

/** Share of a delay that is added or taken away. */
const jitterShare = 0.2;
/**
 * A delay that the endpoint asks for (RFC 9110 §10.2.3) is obeyed up to this one; a shorter one than planned is not.
 */
const longestStatedMs = 12 * hourMs;

export interface WebhookRetryQuestion {
  /** Before the second attempt, the third and so on. */
  readonly delaysMs: readonly number[];
  readonly messageId: string;
  /** From 1: of the attempt that failed. */
  readonly attempt: number;
  readonly nowMs: number;
  /** What `Retry-After` asked for. */
  readonly statedDelayMs: number | undefined;
}

/**
 * When to try again, in milliseconds since the epoch; undefined: that was the last attempt. The same for the same
 * question.
 */
export function nextAttemptAt(question: WebhookRetryQuestion): number | undefined {
  const { delaysMs, messageId, attempt, nowMs, statedDelayMs = 0 } = question;
  const planned = delaysMs[attempt - 1];
  if (planned === undefined) return undefined;
  const delayMs = planned * (1 + jitterShare * spread(`${messageId}/${attempt}`));
  return Math.round(nowMs + Math.max(delayMs, Math.min(statedDelayMs, longestStatedMs)));
}

/** From -1 to 1, as if by chance, and always the same for the same text (FNV-1a). */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  // Its low bits vary too little between texts that differ at their ends alone.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 0x7fffffff - 1;
}

/** Failures in a row: fewer are usual. */
const usualFailures = 10;
/** The pause doubles after so many more. */
const failuresForDouble = 10;
const firstPauseMs = 100;
/** One that is well again is sent everything within about this time. */
const longestPauseMs = 1_000;

/**
 * The pause between two requests to an endpoint that has only failed, however much waits for it: one that fails at once
 * would be asked without end.
 */
export function backoffMs(failuresInARow: number): number {
  if (failuresInARow < usualFailures) return 0;
  const doublings = Math.floor((failuresInARow - usualFailures) / failuresForDouble);
  return Math.min(longestPauseMs, firstPauseMs * 2 ** doublings);
}
