import type { LimitKey } from '../ports/limit-key.js';
import type { SignInPatience } from '../ports/sign-in-patience.js';

export interface TooManyTries {
  readonly refused: 'too-many-tries';
  readonly retryAfterSeconds: number;
}

/**
 * Counts a try.
 * @returns undefined when it was counted and may be checked now.
 */
export async function tooManyTries(
  patience: SignInPatience,
  keys: readonly LimitKey[],
): Promise<TooManyTries | undefined> {
  const waitMs = await patience.take(keys);
  return waitMs > 0 ? { refused: 'too-many-tries', retryAfterSeconds: Math.ceil(waitMs / 1_000) } : undefined;
}
