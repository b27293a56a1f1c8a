import { dayOf, startOfQuarterMs } from '../../domain/shared/utc-calendar.js';
import { dayKey, type DayMetrics, type MailMetrics } from '../../projections/metrics/metrics.document.js';
import { figuresOfMail, type Tally } from '../../projections/metrics/mail-tally.js';
import { figuresBetween, tallyOfQuarter } from './figures.js';
import { dayPages, type MetricsPorts, type MetricsRange, wholeDays } from './metrics-documents.js';

/** The closed figures of some days, by {@link dayKey}. */
export type ClosedDays = ReadonlyMap<string, DayMetrics>;

/** Those of the days that have a part in the range. */
export async function closedDaysIn(ports: MetricsPorts, range: MetricsRange): Promise<ClosedDays> {
  const closed = new Map<string, DayMetrics>();
  if (range.untilMs <= range.fromMs) return closed;
  for await (const page of dayPages(ports, wholeDays(range))) for (const day of page) closed.set(day.id, day);
  return closed;
}

/** Whether nothing was closed between the two readings. */
export function isSame(one: ClosedDays, other: ClosedDays): boolean {
  return one.size === other.size && [...one].every(([key, { through }]) => other.get(key)?.through === through);
}

interface PlacedFigures {
  readonly domainId: string;
  /** Where they stand. */
  readonly atMs: number;
  readonly figures: Tally;
}

/** The closed figures of the range. */
export function* closedFigures(
  closed: ClosedDays,
  { fromMs, untilMs }: Pick<MetricsRange, 'fromMs' | 'untilMs'>,
): Generator<PlacedFigures> {
  for (const { domainId, at, quarters } of closed.values()) {
    for (const figures of quarters) {
      const atMs = startOfQuarterMs(dayOf(at), figures.quarter);
      if (fromMs <= atMs && atMs < untilMs) yield { domainId, atMs, figures: tallyOfQuarter(figures) };
    }
  }
}

/** What the mail adds to them. */
export function openFigures(closed: ClosedDays, mail: MailMetrics): Tally {
  const { teamId, domainId, at } = mail;
  const day = closed.get(dayKey({ teamId, domainId, day: dayOf(at) }));
  return day === undefined ? figuresOfMail(mail) : figuresBetween(mail, day.through);
}
