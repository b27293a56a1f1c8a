import type { Figures } from './metrics-request.js';
import type { TeamMetricsRow } from './named-rows.js';
import type { BounceReason } from './team-metrics-request.js';

/** What a page of metrics shows of a range. */
export interface TeamSums {
  readonly totals: Figures;
  /** Figures of the equally long range right before. */
  readonly before: Figures;
  /** ISO 8601: when each begins. */
  readonly periods: readonly { readonly period: string; readonly figures: Figures }[];
  /** Most recipients first. */
  readonly rows: readonly TeamMetricsRow[];
  readonly bounceReasons: readonly BounceReason[];
  /**
   * False when mails of the range were removed with age, and what is about keys, tags, topics, templates and reasons
   * lacks them.
   */
  readonly isComplete: boolean;
}
