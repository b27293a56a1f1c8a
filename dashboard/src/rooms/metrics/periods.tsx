import { Text } from '@mantine/core';
import { chartColors, type LinkOf, type Measure, type Series } from '../../kit/chart-data';
import { ChartCard } from '../../kit/chart-card';
import { metricsWords as words } from '../../messages/metrics';
import { useClock } from '../../ui/clock';
import { bounceLine, complaintLine } from './crossed-lines';
import type { MetricsPeriod } from './queries';
import type { Granularity } from './range';
import { counted, periodName, rated, shortPeriod } from './words';

interface PeriodsProps {
  readonly periods: readonly MetricsPeriod[];
  readonly granularity: Granularity;
  readonly linkOf: LinkOf<MetricsPeriod>;
}

type Figure = Exclude<keyof MetricsPeriod, 'period'>;

function measure(key: Figure, name: string, format: (value: number) => string = counted): Measure<MetricsPeriod> {
  return { key, name, format, value: (period) => period[key] };
}

const drawn = (color: Series<MetricsPeriod>['color'], of: Measure<MetricsPeriod>): Series<MetricsPeriod> => ({
  ...of,
  color,
});

const volume = [
  drawn(chartColors.delivered, measure('delivered', words.delivered)),
  drawn(chartColors.bounced, measure('bounced', words.bounced)),
  drawn(chartColors.failed, measure('failed', words.failed)),
  drawn(chartColors.suppressed, measure('suppressed', words.suppressed)),
];
const rates = [
  drawn(chartColors.bounced, measure('bounce_rate', words.bounceRate, rated)),
  drawn(chartColors.complained, measure('complaint_rate', words.complaintRate, rated)),
];
const limits = [
  { value: bounceLine, label: rated(bounceLine), color: chartColors.bounced },
  { value: complaintLine, color: chartColors.complained },
];
const counts = [
  measure('sent', words.sent),
  ...volume,
  measure('complained', words.complained),
  measure('delivery_delayed', words.delayed),
  ...(['bounced_permanent', 'bounced_transient', 'bounced_undetermined'] as const).map((key) =>
    measure(key, words.bounceKinds[key]),
  ),
];
/** What was not tracked has no rate. */
const tracked = (
  key: 'tracked_open_rate' | 'tracked_click_rate',
  whole: 'opens_tracked' | 'clicks_tracked',
  name: string,
): Measure<MetricsPeriod> => ({
  key,
  name,
  format: rated,
  value: (period) => (period[whole] === 0 ? null : period[key]),
});
const engagement = [
  drawn(chartColors.opened, tracked('tracked_open_rate', 'opens_tracked', words.openRate)),
  drawn(chartColors.clicked, tracked('tracked_click_rate', 'clicks_tracked', words.clickRate)),
];
const engaged = [
  ...engagement,
  measure('unique_opened', words.opened),
  measure('opened', words.opens),
  measure('opened_all', words.opensAll),
  measure('opens_tracked', words.opensTracked),
  measure('unique_clicked', words.clicked),
  measure('clicked', words.clicks),
  measure('clicked_all', words.clicksAll),
  measure('clicks_tracked', words.clicksTracked),
];
/** Emails are found by their state, which is no longer `opened` once a link was clicked. */
const hasEmails = (figure: string | null): boolean =>
  figure === null || figure === 'unique_clicked' || figure === 'tracked_click_rate';
const shares = [measure('delivery_rate', words.deliveryRate, rated), ...rates];

export function Periods({ periods, granularity, linkOf }: PeriodsProps) {
  const clock = useClock();
  const shared = {
    rows: periods,
    idOf: ({ period }: MetricsPeriod) => period,
    rowTitle: words.period,
    rowName: ({ period }: MetricsPeriod) => periodName(period, granularity, clock),
    shortName: ({ period }: MetricsPeriod) => shortPeriod(period, granularity, clock),
    linkOf,
    empty: words.emptyTitle,
  };
  return (
    <>
      <ChartCard {...shared} title={words.volumes} series={volume} columns={counts} file="metrics" />
      <ChartCard
        {...shared}
        title={words.rates}
        series={rates}
        columns={shares}
        kind="lines"
        limits={limits}
        file="metrics-rates"
        hint={
          <Text size="xs" c="dimmed">
            {words.linesHint}
          </Text>
        }
      />
      {periods.some((period) => period.opens_tracked > 0 || period.clicks_tracked > 0) && (
        <ChartCard
          {...shared}
          title={words.engagement}
          linkOf={(period, figure) => (hasEmails(figure) ? linkOf(period, figure) : undefined)}
          series={engagement}
          columns={engaged}
          kind="lines"
          file="metrics-opens-and-clicks"
          hint={
            <Text size="xs" c="dimmed">
              {words.engagementHint}
            </Text>
          }
        />
      )}
    </>
  );
}
