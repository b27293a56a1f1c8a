import { dayOf, endOfDayMs, startOfQuarterMs } from '../../domain/shared/utc-calendar.js';
import { bouncedIn, quartersOf, tallyIn } from '../../projections/metrics/day-sums.js';
import { dayKey, type DaySums } from '../../projections/metrics/metrics.document.js';
import { KeptGroups, type KeptSums } from './kept-sums.js';
import {
  keySumPages,
  mailPages,
  type MetricsPorts,
  type MetricsRange,
  sumPages,
  wholeDays,
} from './metrics-documents.js';
import type { TeamMetricsRequest } from './team-metrics-request.js';

/** Whether sums of days tell what is asked: they know domains and ways in, and nothing narrower. */
export const isSummed = ({ by, sentBy, tag, template }: TeamMetricsRequest): boolean =>
  (by === 'domain' || by === 'api_key') && [sentBy, tag, template].every((narrowed) => narrowed === undefined);

/** From the sums of days; of a day that is cut by an end of the range, from its mails. */
export async function summedGroups(
  ports: MetricsPorts,
  teamId: string,
  request: TeamMetricsRequest,
): Promise<Pick<KeptSums, 'groups' | 'reasons'>> {
  const { domainId, fromMs, untilMs, by } = request;
  const range: MetricsRange = { teamId, domainId, fromMs, untilMs };
  const groups = new KeptGroups();
  const whole = new Set<string>();
  const cut: DaySums[] = [];
  for await (const page of sumPages(ports, wholeDays(range))) {
    for (const sums of page) {
      if (!isWithin(sums, range)) {
        cut.push(sums);
        continue;
      }
      whole.add(keyOf(sums));
      for (const { kind, reason, count } of bouncedIn(sums)) groups.noteReason(kind, reason, count);
    }
  }
  if (by === 'api_key') {
    for await (const page of keySumPages(ports, wholeDays(range)))
      for (const sums of page) {
        const id = sums.sentBy.kind === 'api-key' ? sums.sentBy.id : null;
        if (whole.has(keyOf(sums))) groups.add({ kind: sums.sentBy.kind, id }, tallyIn(sums.counts));
      }
  }
  for (const day of cut) {
    const [beginMs, endMs] = [Date.parse(day.at), endOfDayMs(dayOf(day.at))];
    const part = { fromMs: Math.max(beginMs, fromMs), untilMs: Math.min(endMs, untilMs) };
    if (part.fromMs >= part.untilMs) continue;
    for await (const page of mailPages(ports, { ...range, domainId: day.domainId, ...part }))
      for (const mail of page) groups.addMail({ mail, tags: [] }, by);
  }
  return groups.found();
}

const keyOf = ({ teamId, domainId, at }: Pick<DaySums, 'teamId' | 'domainId' | 'at'>): string =>
  dayKey({ teamId, domainId, day: dayOf(at) });

/** No mail of the day stands outside the range. */
function isWithin(sums: DaySums, { fromMs, untilMs }: MetricsRange): boolean {
  return [...quartersOf(sums).keys()].every((quarter) => {
    const atMs = startOfQuarterMs(dayOf(sums.at), quarter);
    return fromMs <= atMs && atMs < untilMs;
  });
}
