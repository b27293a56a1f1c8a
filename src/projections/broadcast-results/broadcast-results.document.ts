import type { TestPart, Variant } from '../../domain/broadcast/ab-test.js';
import { unreachable } from '../../domain/shared/decider.js';
import type { ReceiverGroup } from '../../domain/insight/health/receiver-group.js';
import type { BounceKind } from '../metrics/metrics.document.js';
import type { HitCounts } from '../emails/emails.document.js';
import type { Counts, Summand } from '../shared/projection.js';

export type BroadcastResultDocument = MemberResult | DepartureResult | ChunkResult | ResultSum;

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

/** What of a broadcast's documents is counted: see {@link summandsOf}. */
export interface ResultSum {
  readonly kind: 'sum';
  readonly id: string;
  readonly broadcastId: string;
  readonly counts: Counts;
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

/** Always the same text for the same tally. */
function tallyText(member: MemberResult): string {
  const { sent, result, reason, group, complained, opens, clicks, part } = member;
  const values: TallyValues = [sent, result, reason, group, complained, seenBy(opens), seenBy(clicks)];
  return JSON.stringify(part === undefined || part === 'rest' ? values : [...values, part]);
}

function tallyOf(text: string): Tally {
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
export function tokensOf(member: MemberResult): readonly string[] {
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

/** The figures of a broadcast that lists show. */
export type ListedFigure = 'planned' | 'sent' | 'delivered' | 'bounced' | 'opened' | 'clicked' | 'left';

/** Sums of a broadcast: its {@link ListedFigure}s, members by their tally, and members by the hours of a day. */
export const figuresId = (broadcastId: string): string => `figures-${broadcastId}`;
export const talliesId = (broadcastId: string): string => `tallies-${broadcastId}`;
const hoursId = (broadcastId: string, day: string): string => `hours-${broadcastId}-${day}`;

const skippedName = 'skipped ';

/** What a document of a broadcast adds to its sums. */
export function summandsOf(document: BroadcastResultDocument): readonly Summand[] {
  const { kind, broadcastId } = document;
  const about = { kind: 'sum', broadcastId };
  const figures = (counts: Counts): Summand => ({ id: figuresId(broadcastId), about, counts });
  const tallies = (counts: Counts): Summand => ({ id: talliesId(broadcastId), about, counts });
  switch (kind) {
    case 'member':
      return [
        figures(figuresOf(document)),
        tallies({ [tallyText(document)]: 1 }),
        ...hoursOf(document).map(([name, hour]) => ({
          ...{ id: hoursId(broadcastId, hour.slice(0, 10)), about },
          counts: { [`${name} ${hour}`]: 1 },
        })),
      ];
    case 'departure':
      return [figures({ left: 1 })];
    case 'chunk': {
      const skipped = Object.entries(document.skipped).map(([reason, count]) => [`${skippedName}${reason}`, count]);
      return [figures({ planned: document.members }), tallies(Object.fromEntries(skipped))];
    }
    case 'sum':
      return [];
    default:
      return unreachable(document);
  }
}

function figuresOf({ sent, result, opens, clicks }: MemberResult): Counts {
  const held: readonly (readonly [ListedFigure, boolean])[] = [
    ['sent', sent],
    ['delivered', result === 'delivered'],
    ['bounced', result?.startsWith('bounced') === true],
    ['opened', opens.people > 0],
    ['clicked', clicks.people > 0],
  ];
  return Object.fromEntries(held.flatMap(([name, holds]) => (holds ? [[name, 1]] : [])));
}

const hourNames = ['delivered', 'opened', 'clicked'] as const;
type HourName = (typeof hourNames)[number];

function hoursOf(member: MemberResult): readonly (readonly [HourName, string])[] {
  return hourNames.flatMap((name) => {
    const hour = member[`${name}Hour`];
    return hour === undefined ? [] : [[name, hour] as const];
  });
}

/** Reads the sums of one broadcast: members by tally, those who were skipped by reason, and members by hour. */
export function readSums(sums: readonly ResultSum[]) {
  const tallies: { readonly tally: Tally; readonly count: number }[] = [];
  const skipped: Record<string, number> = {};
  const hours: { readonly name: HourName; readonly hour: string; readonly count: number }[] = [];
  for (const { id, broadcastId, counts } of sums) {
    const isOfTallies = id === talliesId(broadcastId);
    for (const [name, count] of Object.entries(counts)) {
      const [what, hour] = name.split(' ');
      const known = hourNames.find((each) => each === what);
      if (isOfTallies && name.startsWith(skippedName)) skipped[name.slice(skippedName.length)] = count;
      else if (isOfTallies) tallies.push({ tally: tallyOf(name), count });
      else if (known !== undefined && hour !== undefined) hours.push({ name: known, hour, count });
    }
  }
  return { tallies, skipped, hours };
}
