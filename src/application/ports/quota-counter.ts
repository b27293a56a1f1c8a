/** Recipients in the UTC day and in the UTC month; as a limit, null is none. */
interface PerPeriod<Value> {
  readonly daily: Value;
  readonly monthly: Value;
}

export type QuotaLimits = PerPeriod<number | null>;
export type QuotaUsed = PerPeriod<number>;

/** The periods that a count belongs to: a UTC day, `2026-03-02`, and its month, `2026-03`. */
export interface QuotaPeriod {
  readonly day: string;
  readonly month: string;
}

/**
 * `basis` names the figure that this counts on from: a reservation is given back to the basis it was made on, or not at
 * all.
 */
export type QuotaReserved =
  | { readonly result: 'reserved'; readonly used: QuotaUsed; readonly basis: string }
  | { readonly result: 'exceeded'; readonly quota: 'daily' | 'monthly'; readonly used: QuotaUsed }
  | { readonly result: 'unknown' };

/**
 * How much of its quotas each owner of teams has used, as a cache that may be lost at any time: the usage projection
 * has the truth, and `rebase` brings it here.
 */
export interface QuotaCounter {
  /**
   * Counts so many recipients, all or none, in one step. `exceeded` names the quota that stands in the way, the monthly
   * one where both do; `unknown`: there is no figure for this period, rebase and ask again.
   */
  reserve(owner: string, period: QuotaPeriod, recipients: number, limits: QuotaLimits): Promise<QuotaReserved>;
  /** Gives back what was reserved; nothing where the figure has another basis by now. */
  release(owner: string, basis: string, recipients: number): Promise<void>;
  /** Replaces what was counted: a new basis. */
  rebase(owner: string, period: QuotaPeriod, used: QuotaUsed): Promise<void>;
  /** Undefined where there is no figure for this period. */
  used(owner: string, period: QuotaPeriod): Promise<QuotaUsed | undefined>;
}
