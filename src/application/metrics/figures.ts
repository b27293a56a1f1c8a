import type { QuarterFigures } from '../../domain/day/events.js';
import type { Position } from '../../domain/shared/recorded.js';
import {
  allCounts,
  type Count,
  count,
  emptyTally,
  type MailTally,
  type Tally,
} from '../../projections/metrics/mail-tally.js';
import type { MailMetrics } from '../../projections/metrics/metrics.document.js';
import { allRates, type Figures, type MetricName, type Rate } from './metrics-request.js';

export function isEmpty(tally: Tally): boolean {
  return allCounts.every((name) => tally[name] === 0);
}

export function add(tally: Tally, other: Tally): void {
  for (const name of allCounts) tally[name] += other[name];
}

/**
 * What figures that were closed at `since` lack of the mail at `until`; undefined: everything from its beginning, or up
 * to now. All of it where it was not settled then, nothing where it was and did not change afterwards.
 */
export function figuresBetween(mail: MailMetrics, since: Position | undefined, until?: Position): Tally {
  const tally = emptyTally();
  count(tally, until === undefined ? mail : settledBy(mail, until), 1);
  if (since !== undefined) count(tally, settledBy(mail, since), -1);
  return tally;
}

/** As closed figures hold it: no recipients, unless it was settled. */
function settledBy({ recipients, settledAt, earlier, tracked, hits = [] }: MailMetrics, at: Position): MailTally {
  if (settledAt === null || settledAt > at) return { recipients: [] };
  const then = earlier.find(({ until }) => until > at) ?? { recipients };
  return {
    recipients: then.recipients,
    ...(tracked === undefined ? {} : { tracked }),
    hits: hits.filter(({ position }) => position <= at),
  };
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
    ...tallyOfTracked(figures.tracked),
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
    ...trackedOfTally(tally),
  };
}

function tallyOfTracked(tracked: QuarterFigures['tracked']): Partial<Tally> {
  if (tracked === undefined) return {};
  return {
    opens_tracked: tracked.opensTracked,
    clicks_tracked: tracked.clicksTracked,
    opened: tracked.opened,
    clicked: tracked.clicked,
    unique_opened: tracked.uniqueOpened,
    unique_clicked: tracked.uniqueClicked,
    opened_all: tracked.openedAll,
    clicked_all: tracked.clickedAll,
    unique_opened_all: tracked.uniqueOpenedAll,
    unique_clicked_all: tracked.uniqueClickedAll,
  };
}

/** Undoes {@link tallyOfTracked}. Nothing is opened that was not tracked and delivered. */
function trackedOfTally(tally: Tally): Pick<QuarterFigures, 'tracked'> {
  if (tally.opens_tracked === 0 && tally.clicks_tracked === 0) return {};
  return {
    tracked: {
      opensTracked: tally.opens_tracked,
      clicksTracked: tally.clicks_tracked,
      opened: tally.opened,
      clicked: tally.clicked,
      uniqueOpened: tally.unique_opened,
      uniqueClicked: tally.unique_clicked,
      openedAll: tally.opened_all,
      clickedAll: tally.clicked_all,
      uniqueOpenedAll: tally.unique_opened_all,
      uniqueClickedAll: tally.unique_clicked_all,
    },
  };
}

const fractions: Readonly<Record<Rate, readonly [part: Count, whole: Count]>> = {
  delivery_rate: ['delivered', 'sent'],
  open_rate: ['unique_opened', 'delivered'],
  click_rate: ['unique_clicked', 'delivered'],
  bounce_rate: ['bounced', 'sent'],
  complaint_rate: ['complained', 'delivered'],
  unsubscribe_rate: ['unsubscribed', 'delivered'],
  tracked_open_rate: ['unique_opened', 'opens_tracked'],
  tracked_click_rate: ['unique_clicked', 'clicks_tracked'],
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
  return (allRates as readonly MetricName[]).includes(name);
}
