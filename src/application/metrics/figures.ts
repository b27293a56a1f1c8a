import type { MetricsDocument } from '../../projections/metrics/metrics.document.js';
import { type Count, counts, type Figures, type MetricName, type Rate, rates } from './metrics.queries.js';

export type Tally = Record<Count, number>;

export function emptyTally(): Tally {
  return Object.fromEntries(counts.map((name) => [name, 0])) as Tally;
}

/** Counts each recipient of the mail. */
export function addTo(tally: Tally, { recipients }: MetricsDocument): void {
  for (const { sent, delayed, result } of recipients) {
    if (sent) tally.sent += 1;
    if (delayed) tally.delivery_delayed += 1;
    if (result === null) continue;
    tally[result] += 1;
    if (result !== 'delivered' && result !== 'failed') tally.bounced += 1;
  }
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
