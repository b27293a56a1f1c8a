import type { LimitKey } from './limit-key.js';

/** So many of something in a day. `key` says what, and under whom or where it is counted. */
export interface Allowance {
  readonly key: LimitKey;
  readonly limit: number;
}

/** For what a person may do only so often in a day, in all processes together. A day begins with the first of a key. */
export interface DailyAllowances {
  /**
   * Takes one of each, all or none: 0. Else milliseconds until there is one of each again. Where others cannot be
   * asked, the process counts on its own: it never fails.
   */
  take(allowances: readonly Allowance[]): Promise<number>;
}

export const allowanceDayMs = 24 * 3_600_000;
