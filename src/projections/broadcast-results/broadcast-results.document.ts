import type { TestPart, Variant } from '../../domain/broadcast/ab-test.js';
import type { ReceiverGroup } from '../../domain/insight/health/receiver-group.js';
import type { BounceKind } from '../metrics/metrics.document.js';
import type { HitCounts } from '../emails/emails.document.js';

export type BroadcastResultDocument = MemberResult | DepartureResult | ChunkResult;

/** What became of the email of one member of a broadcast. */
export interface MemberResult {
  readonly kind: 'member';
  /** The email's. */
  readonly id: string;
  readonly broadcastId: string;
  readonly contactId: string;
  /** What they got of an A/B test, and the part of the audience that they were in; only where there was one. */
  readonly variant?: Variant;
  readonly part?: TestPart;
  /** Null once it was erased. */
  readonly address: string | null;
  /** Whether an attempt was made. */
  readonly sent: boolean;
  /** Null while it waits for its end. */
  readonly result: 'delivered' | 'failed' | 'canceled' | 'suppressed' | BounceKind | null;
  /** Why it failed, or was not sent. */
  readonly reason: string | null;
  /** Who answered; null before a host did. */
  readonly group: ReceiverGroup | null;
  readonly complained: boolean;
  readonly opens: HitCounts;
  readonly clicks: HitCounts;
  /** The links that were followed, by their number in the html. */
  readonly links: readonly FollowedLink[];
  /** UTC, `2026-11-26T10`: only once it was. Opened and clicked by a person, for the first time. */
  readonly deliveredHour?: string;
  readonly openedHour?: string;
  readonly clickedHour?: string;
  /** What counts are made of: {@link Tally} as text, so that one index counts them all. */
  readonly tally: string;
  /** What lists find it by. */
  readonly tokens: readonly string[];
}

export interface FollowedLink extends HitCounts {
  readonly link: number;
  /** Null once it was erased. */
  readonly url: string | null;
}

/** Somebody left by the link of their email. */
export interface DepartureResult {
  readonly kind: 'departure';
  readonly id: string;
  readonly broadcastId: string;
  readonly emailId: string;
  readonly tokens: readonly string[];
}

/** A chunk of the audience. */
export interface ChunkResult {
  readonly kind: 'chunk';
  readonly id: string;
  readonly broadcastId: string;
  readonly members: number;
  /** Those who got no email at all, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
}

/** Whose opens and clicks they were: a person's count before a machine's. */
type SeenBy = 'person' | 'machine' | 'none';

/** What members are counted by. */
export type Tally = Pick<MemberResult, 'sent' | 'result' | 'reason' | 'group' | 'complained'> & {
  readonly opened: SeenBy;
  readonly clicked: SeenBy;
  /** Only of those who were in a test. */
  readonly part?: Variant;
};

const seenBy = ({ people, machines }: HitCounts): SeenBy => (people > 0 ? 'person' : machines > 0 ? 'machine' : 'none');

/** Always the same text for the same tally: values without names, for it stands in an index once for each member. */
export function tallyText(member: Omit<MemberResult, 'tally' | 'tokens'>): string {
  const { sent, result, reason, group, complained, opens, clicks, part } = member;
  const values: TallyValues = [sent, result, reason, group, complained, seenBy(opens), seenBy(clicks)];
  return JSON.stringify(part === undefined || part === 'rest' ? values : [...values, part]);
}

/** Reads a text that {@link tallyText} made. */
export function tallyOf(text: string): Tally {
  const [sent, result, reason, group, complained, opened, clicked, part] = JSON.parse(text) as TallyValues;
  return { sent, result, reason, group, complained, opened, clicked, ...(part === undefined ? {} : { part }) };
}

type TallyValues = readonly [
  Tally['sent'],
  Tally['result'],
  Tally['reason'],
  Tally['group'],
  Tally['complained'],
  SeenBy,
  SeenBy,
  part?: Variant,
];

/** What is listed by the type of what happened. */
export type ListedBy = 'sent' | 'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'suppressed';

/** The beginning of the token of an address: those that begin with `start` are found. */
export const addressToken = (start: string): string => `to.${start.normalize('NFC').toLowerCase()}`;

/** Opened and clicked by a person. */
export function tokensOf(member: Omit<MemberResult, 'tally' | 'tokens'>): readonly string[] {
  const { sent, result, complained, opens, clicks, address } = member;
  const said: readonly (readonly [ListedBy, boolean])[] = [
    ['sent', sent],
    ['delivered', result === 'delivered'],
    ['opened', opens.people > 0],
    ['clicked', clicks.people > 0],
    ['complained', complained],
    ['suppressed', result === 'suppressed'],
  ];
  return [
    ...said.flatMap(([token, holds]) => (holds ? [token] : [])),
    // `bounced_permanent`: all bounces are found by their beginning.
    ...(result?.startsWith('bounced') === true ? [result] : []),
    ...(address === null ? [] : [addressToken(address)]),
  ];
}
