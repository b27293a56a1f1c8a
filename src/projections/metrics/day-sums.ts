import { kinds, type ReplyKind } from '../../domain/email/judging/judgement.js';
import { dayOf, quarterNumberAt } from '../../domain/shared/utc-calendar.js';
import type { Counts, Summand } from '../shared/projection.js';
import { allCounts, type Count, emptyTally, figuresOfMail, type Tally } from './mail-tally.js';
import {
  type BounceKind,
  dayKey,
  type DaySums,
  type MailMetrics,
  type MetricsDocument,
  type RecipientTally,
  type SentBy,
} from './metrics.document.js';

/** What a mail adds to the sums of its day. */
export function summandsOf(document: MetricsDocument): readonly Summand[] {
  if (document.kind !== 'mail') return [];
  const { teamId, domainId, at, sentBy } = document;
  const figures = nonZero(figuresOfMail(document));
  if (figures.length === 0) return [];
  const day = dayOf(at);
  const key = dayKey({ teamId, day, domainId });
  const place = { teamId, domainId, at: `${day}T00:00:00.000Z` };
  const quarter = quarterNumberAt(Date.parse(at));
  const counts: Record<string, number> = {};
  for (const [name, count] of figures) counts[`${quarter} ${name}`] = count;
  for (const [name, count] of reasonsOf(document)) counts[name] = count;
  return [
    { id: `sums:${key}`, about: { kind: 'sums', ...place }, counts },
    {
      id: `key-sums:${key}:${wordOf(sentBy)}`,
      about: { kind: 'key-sums', ...place, sentBy },
      counts: Object.fromEntries(figures),
    },
  ];
}

/** What a mail was sent by, in one word: the key's id, or the kind of another actor. */
export function wordOf(sentBy: SentBy): string {
  return sentBy.kind === 'api-key' ? sentBy.id : sentBy.kind;
}

const nonZero = (tally: Tally) =>
  allCounts.flatMap((name) => (tally[name] === 0 ? [] : [[name, tally[name]] as const]));

const bounceKinds = ['bounced_permanent', 'bounced_transient', 'bounced_undetermined'] as const;
export const isBounced = (result: RecipientTally['result']): result is BounceKind =>
  result?.startsWith('bounced') === true;
const isReplyKind = (word: string): word is ReplyKind => Object.hasOwn(kinds, word);
const reasonName = 'because';

function reasonsOf({ recipients }: MailMetrics): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { result, reason = '' } of recipients) {
    if (!isBounced(result)) continue;
    const name = `${reasonName} ${result} ${reason}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

const countNames: ReadonlySet<string> = new Set(allCounts);
const isCount = (name: string): name is Count => countNames.has(name);

/** The figures of a day by quarter. */
export function quartersOf({ counts }: Pick<DaySums, 'counts'>): ReadonlyMap<number, Tally> {
  const quarters = new Map<number, Tally>();
  for (const [name, count] of Object.entries(counts)) {
    const space = name.indexOf(' ');
    const figure = name.slice(space + 1);
    if (!isCount(figure)) continue;
    const quarter = Number(name.slice(0, space));
    const tally = quarters.get(quarter) ?? emptyTally();
    quarters.set(quarter, tally);
    tally[figure] += count;
  }
  return quarters;
}

export interface BouncedSum {
  readonly kind: BounceKind;
  readonly reason: ReplyKind | undefined;
  readonly count: number;
}

/** Bounced recipients of a day, by kind and reason. */
export function bouncedIn({ counts }: Pick<DaySums, 'counts'>): readonly BouncedSum[] {
  return Object.entries(counts).flatMap(([name, count]) => {
    const [begin, said, why] = name.split(' ');
    const kind = bounceKinds.find((each) => each === said);
    const reason = why !== undefined && isReplyKind(why) ? why : undefined;
    return begin === reasonName && kind !== undefined ? [{ kind, reason, count }] : [];
  });
}

/** The figures of one way in. */
export function tallyIn(counts: Counts): Tally {
  const tally = emptyTally();
  for (const name of allCounts) tally[name] = counts[name] ?? 0;
  return tally;
}
