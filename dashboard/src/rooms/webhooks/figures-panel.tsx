import '@mantine/core/styles/SimpleGrid.css';
import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChartCard } from '../../kit/chart-card';
import { chartColors, type Measure, type Series } from '../../kit/chart-data';
import { webhooks as words } from '../../messages/webhooks';
import { type Clock, shown, useClock } from '../../ui/clock';
import { PickOne } from '../../ui/pick-one';
import type { EndpointPeriod } from './documents';
import { figuresQuery } from './queries';

const ranges = ['24h', '7d'] as const;
type Range = (typeof ranges)[number];

const attempts: Measure<EndpointPeriod> = {
  key: 'attempts',
  name: words.attempts,
  value: (period) => period.attempts,
};
const results: readonly Series<EndpointPeriod>[] = [
  { key: 'delivered', name: words.taken2xx, value: ({ delivered }) => delivered, color: chartColors.delivered },
  {
    key: 'failed',
    name: words.givenUp,
    value: ({ attempts: all, delivered }) => all - delivered,
    color: chartColors.bounced,
  },
];
const rate: Measure<EndpointPeriod> = {
  key: 'success_rate',
  name: words.taken,
  value: ({ attempts: all, delivered }) => shareOf(delivered, all),
  format: words.takenShare,
};
/** Axes break at spaces. */
const narrow = (ms: number): string => words.milliseconds(ms).replace(' ', '\u00a0');
const latencies: readonly Series<EndpointPeriod>[] = [
  {
    key: 'median_ms',
    name: words.median,
    value: (period) => period.median_ms,
    format: narrow,
    color: chartColors.rest,
  },
  {
    key: 'p95_ms',
    name: words.p95,
    value: (period) => period.p95_ms,
    format: narrow,
    color: chartColors.delayed,
  },
];

/** How the endpoint answered lately, and how fast. */
export default function FiguresPanel({ endpointId }: { readonly endpointId: string }) {
  const [range, setRange] = useState<Range>('24h');
  const clock = useClock();
  const query = useQuery(figuresQuery(endpointId, range));
  const periods = query.data?.periods;
  const intro = introOf(periods ?? []);
  const shared = {
    rows: periods,
    query,
    idOf: ({ at }: EndpointPeriod) => at,
    rowTitle: words.period,
    rowName: ({ at }: EndpointPeriod) => shown(new Date(at), clock, 'minute'),
    shortName: ({ at }: EndpointPeriod) => shortName(at, range, clock),
    empty: words.noFigures,
  };
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <ChartCard
        {...shared}
        title={words.attempts}
        {...(intro === undefined ? {} : { intro })}
        series={results}
        columns={[attempts, ...results, rate]}
        file="webhook-attempts"
        actions={
          <PickOne isBare label={words.range} value={range} options={ranges} names={words.ranges} onPick={setRange} />
        }
      />
      <ChartCard
        {...shared}
        title={words.latency}
        intro={words.latencyIntro}
        series={latencies}
        kind="lines"
        file="webhook-latency"
      />
    </SimpleGrid>
  );
}

/** @returns undefined where nothing was attempted: the chart says so in its place. */
function introOf(periods: readonly EndpointPeriod[]): string | undefined {
  const sum = (key: 'attempts' | 'delivered'): number => periods.reduce((total, period) => total + period[key], 0);
  const share = shareOf(sum('delivered'), sum('attempts'));
  return share === null ? undefined : words.figuresIntro(share, sum('attempts'));
}

/** In percent, not rounded up: one failure is never 100%. */
function shareOf(delivered: number, all: number): number | null {
  return all === 0 ? null : Math.floor((delivered / all) * 1_000) / 10;
}

function shortName(at: string, range: Range, { zone }: Clock): string {
  const parts: Intl.DateTimeFormatOptions =
    range === '24h' ? { hour: '2-digit', minute: '2-digit' } : { weekday: 'short', hour: '2-digit' };
  return new Intl.DateTimeFormat(undefined, { ...parts, timeZone: zone }).format(new Date(at));
}
