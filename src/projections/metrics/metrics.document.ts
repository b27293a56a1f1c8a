import type { QuarterFigures } from '../../domain/day/events.js';
import type { Position } from '../../domain/shared/recorded.js';

export type MetricsDocument = MailMetrics | DayMetrics;

/** What became of one mail, as far as figures need it. Nothing in it is about a person. */
export interface MailMetrics {
  readonly kind: 'mail';
  /** The mail's. */
  readonly id: string;
  readonly teamId: string;
  readonly domainId: string;
  /**
   * ISO 8601: the quarter of an hour in which it was first tried (or given up untried); until then, in which it was
   * accepted. Its figures stand there.
   */
  readonly at: string;
  /** By the recipient's number. */
  readonly recipients: readonly RecipientTally[];
  /** Where the last recipient got its result. From there on closed figures may hold the mail. */
  readonly settledAt: Position | null;
  /** What it was since, in order, each up to where a late event changed it: closed figures may hold it so. */
  readonly earlier: readonly { readonly until: Position; readonly recipients: readonly RecipientTally[] }[];
}

/** The closed figures of a team's domain and UTC day. */
export interface DayMetrics {
  readonly kind: 'day';
  /** `teamId:day:domainId`; see {@link dayKey}. */
  readonly id: string;
  readonly teamId: string;
  readonly domainId: string;
  /** ISO 8601: when the day begins. */
  readonly at: string;
  /** Mails settled up to here are in it, as they were here. */
  readonly through: Position;
  readonly quarters: readonly QuarterFigures[];
}

export interface RecipientTally {
  readonly sent: boolean;
  readonly delayed: boolean;
  /** The final result; null: none yet. */
  readonly result: 'delivered' | 'failed' | 'canceled' | 'suppressed' | BounceKind | null;
  /** Only where the recipient complained. */
  readonly complained?: true;
}

export type BounceKind = 'bounced_transient' | 'bounced_permanent' | 'bounced_undetermined';

/** Under which the closed figures are found. */
export function dayKey(place: { readonly teamId: string; readonly day: string; readonly domainId: string }): string {
  return `${place.teamId}:${place.day}:${place.domainId}`;
}
