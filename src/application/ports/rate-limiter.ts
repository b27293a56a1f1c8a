import type { LimitKey } from './limit-key.js';

/** What one request took of its owner's share of the second. */
export interface RateTaken {
  readonly allowed: boolean;
  /** Requests in each window of a second. */
  readonly limit: number;
  /** What is left of them in this window; 0 where it was not allowed. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

/** Counts requests in fixed windows of one second; what one window leaves unused is not carried over. */
export interface RateLimiter {
  /**
   * Takes one request of the share of who owns the team, of a network, or of what a link leads to. Where others cannot
   * be asked, the process decides on its own: it never fails.
   */
  take(key: LimitKey): Promise<RateTaken>;
}
