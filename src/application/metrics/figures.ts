import type { QuarterFigures } from '../../domain/day/events.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { MailMetrics, RecipientTally } from '../../projections/metrics/metrics.document.js';
import { type Count, counts, type Figures, type MetricName, type Rate, rates } from './metrics-request.js';

export type Tally = Record<Count, number>;

export function emptyTally(): Tally {
  return Object.fromEntries(counts.map((name) => [name, 0])) as Tally;
}

export function isEmpty(tally: Tally): boolean {
  return counts.every((name) => tally[name] === 0);
}

export function add(tally: Tally, other: Tally): void {
  for (const name of counts) tally[name] += other[name];
}

/** Counts each recipient of the mail. */
export function figuresOfMail({ recipients }: Pick<MailMetrics, 'recipients'>): Tally {
  const tally = emptyTally();
  count(tally, recipients, 1);
  return tally;
}

/**
 * What figures that were closed at `since` lack of the mail at `until`; undefined: everything from its beginning, or up
 * to now. All of it where it was not settled then, nothing where it was and did not change afterwards.
 */
export function figuresBetween(mail: MailMetrics, since: Position | undefined, until?: Position): Tally {
  const tally = emptyTally();
  count(tally, until === undefined ? mail.recipients : settledBy(mail, until), 1);
  if (since !== undefined) count(tally, settledBy(mail, since), -1);
  return tally;
}

/** As closed figures hold it: no recipients, unless it was settled. */
function settledBy({ recipients, settledAt, earlier }: MailMetrics, at: Position): readonly RecipientTally[] {
  if (settledAt === null || settledAt > at) return [];
  return (earlier.find(({ until }) => until > at) ?? { recipients }).recipients;
}

function count(tally: Tally, recipients: readonly RecipientTally[], by: 1 | -1): void {
  for (const { sent, delayed, result, complained, unsubscribed } of recipients) {
    if (complained === true) tally.complained += by;
    if (unsubscribed === true) tally.unsubscribed += by;
    if (sent) tally.sent += by;
    if (delayed) tally.delivery_delayed += by;
    if (result === null || result === 'canceled') continue;
    tally[result] += by;
    if (result.startsWith('bounced')) tally.bounced += by;
  }
}

export function tallyOfQuarter(figures: QuarterFigures): Tally {
  const { sent, delivered, delayed, failed, suppressed, complained, unsubscribed } = figures;
  const { bouncedTransient, bouncedPermanent, bouncedUndetermined } = figures;
  return {
    ...emptyTally(),
    sent,
    delivered,
    delivery_delayed: delayed,
    failed,
    suppressed,
    complained,
    unsubscribed,
    bounced: bouncedTransient + bouncedPermanent + bouncedUndetermined,
    bounced_transient: bouncedTransient,
    bounced_permanent: bouncedPermanent,
    bounced_undetermined: bouncedUndetermined,
  };
}

/** Undoes {@link tallyOfQuarter}. */
export function quarterOfTally(quarter: number, tally: Tally): QuarterFigures {
  return {
    quarter,
    sent: tally.sent,
    delivered: tally.delivered,
    delayed: tally.delivery_delayed,
    failed: tally.failed,
    suppressed: tally.suppressed,
    complained: tally.complained,
    unsubscribed: tally.unsubscribed,
    bouncedTransient: tally.bounced_transient,
    bouncedPermanent: tally.bounced_permanent,
    bouncedUndetermined: tally.bounced_undetermined,
  };
}

const fractions: Readonly<Record<Rate, readonly [part: Count, whole: Count]>> = {
  delivery_rate: ['delivered', 'sent'],
  open_rate: ['unique_opened', 'delivered'],
  click_rate: ['unique_clicked', 'delivered'],
  bounce_rate: ['bounced', 'sent'],
  complaint_rate: ['complained', 'delivered'],
  unsubscribe_rate: ['unsubscribed', 'delivered'],
};

/** The asked metrics; rates as percentages with two decimals, 0 of nothing. */
export function figuresOf(tally: Tally, metrics: readonly MetricName[]): Figures {
  return Object.fromEntries(metrics.map((name) => [name, isRate(name) ? rateOf(tally, name) : tally[name]]));
}

function rateOf(tally: Tally, rate: Rate): number {
  const [part, whole] = fractions[rate];
  return tally[whole] === 0 ? 0 : Math.round((tally[part] / tally[whole]) * 10_000) / 100;
}

function isRate(name: MetricName): name is Rate {
  return (rates as readonly MetricName[]).includes(name);
}
