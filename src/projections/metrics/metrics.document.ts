import type { QuarterFigures } from '../../domain/day/events.js';
import type { ReplyKind } from '../../domain/email/judging/judgement.js';
import type { UsedTemplate } from '../../domain/shared/accepted-email.js';
import type { Actor, Position } from '../../domain/shared/recorded.js';
import type { Counts } from '../shared/projection.js';

export type MetricsDocument = MailMetrics | DayMetrics | DaySums | KeySums;

/** What became of one mail, as far as figures need it. Nothing in it is about a person. */
export interface MailMetrics {
  readonly kind: 'mail';
  /** The mail's. */
  readonly id: string;
  readonly teamId: string;
  readonly domainId: string;
  readonly sentBy: SentBy;
  /** What it is about; null for a topic that was not named. */
  readonly topicId: string | null;
  /** Missing where it is of none. */
  readonly broadcastId?: string;
  /** What it is composed from; null for none. */
  readonly template: Pick<UsedTemplate, 'id' | 'version'> | null;
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
  /** What of it is tracked; missing for nothing. */
  readonly tracked?: TrackedTally;
  /** Who opened it and followed its links, in order; missing for no one. */
  readonly hits?: readonly HitTally[];
}

interface TrackedTally {
  readonly opens: boolean;
  readonly clicks: boolean;
  /** Each recipient's copy has links of its own; otherwise a hit may be of any recipient. */
  readonly eachItsOwn: boolean;
}

/** An open or a click, as far as figures need it. */
export interface HitTally {
  /** Where it was recorded: closed figures that go so far hold it. */
  readonly position: Position;
  /** The recipient's number; null where all got the same message. */
  readonly recipient: number | null;
  readonly kind: 'open' | 'click';
  /** Otherwise by a privacy proxy or a scanner. */
  readonly byPerson: boolean;
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

/** What the kept mails of a team's domain and UTC day sum up to. */
export interface DaySums {
  readonly kind: 'sums';
  readonly id: string;
  readonly teamId: string;
  readonly domainId: string;
  /** ISO 8601: when the day begins. */
  readonly at: string;
  /** Figures by quarter and name, and bounced recipients by kind and reason: see `day-sums.ts`. */
  readonly counts: Counts;
}

/** What those of one way in sum up to, by the figure's name. */
export interface KeySums {
  readonly kind: 'key-sums';
  readonly id: string;
  readonly teamId: string;
  readonly domainId: string;
  readonly at: string;
  readonly sentBy: SentBy;
  readonly counts: Counts;
}

/** Who gave the mail: an API key by its id, or another way in. */
export type SentBy =
  | { readonly kind: 'api-key'; readonly id: string }
  | { readonly kind: Exclude<Actor['kind'], 'api-key'> };

export interface RecipientTally {
  readonly sent: boolean;
  readonly delayed: boolean;
  /** The final result; null: none yet. */
  readonly result: 'delivered' | 'failed' | 'canceled' | 'suppressed' | BounceKind | null;
  /** What the refusal said, where it bounced and was judged. */
  readonly reason?: ReplyKind;
  /** Only where the recipient complained. */
  readonly complained?: true;
  /** Only where the recipient left by a link of the mail, whatever it subscribed to since. */
  readonly unsubscribed?: true;
}

export type BounceKind = 'bounced_transient' | 'bounced_permanent' | 'bounced_undetermined';

/** Under which the closed figures are found. */
export function dayKey(place: { readonly teamId: string; readonly day: string; readonly domainId: string }): string {
  return `${place.teamId}:${place.day}:${place.domainId}`;
}
