import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { Box, Stack, Text, Title } from '@mantine/core';
import { metricsWords as words } from '../../messages/metrics';
import { useClock } from '../../ui/clock';
import { bounceLine, complaintLine } from './crossed-lines';
import type { MetricsPeriod } from './queries';
import type { Granularity } from './range';
import { counted, rated, shortPeriod } from './words';

interface ChartsProps {
  readonly periods: readonly MetricsPeriod[];
  readonly granularity: Granularity;
}

/** The same numbers are in a table beside them, so the pictures are none for screen readers. */
export default function Charts({ periods, granularity }: ChartsProps) {
  const clock = useClock();
  const data = periods.map((period) => ({
    at: shortPeriod(period.period, granularity, clock),
    [words.delivered]: period.delivered,
    [words.bounced]: period.bounced,
    [words.failed]: period.failed,
    [words.suppressed]: period.suppressed,
    [words.bounceRate]: period.bounce_rate,
    [words.complaintRate]: period.complaint_rate,
  }));
  return (
    <Stack gap="lg" aria-hidden>
      <BarChart
        h={272}
        data={data}
        dataKey="at"
        type="stacked"
        withLegend
        series={[
          { name: words.delivered, color: 'indigo.5' },
          { name: words.bounced, color: 'red.6' },
          { name: words.failed, color: 'yellow.6' },
          { name: words.suppressed, color: 'gray.5' },
        ]}
        barChartProps={unfocused}
        {...common}
        valueFormatter={counted}
      />
      <Box>
        <Title order={3} mb="xs">
          {words.rates}
        </Title>
        <LineChart
          h={232}
          data={data}
          dataKey="at"
          withLegend
          curveType="linear"
          withDots={periods.length <= 40}
          series={[
            { name: words.bounceRate, color: 'red.6' },
            { name: words.complaintRate, color: 'violet.5' },
          ]}
          referenceLines={[
            { y: bounceLine, label: `${bounceLine}%`, color: 'red.6' },
            { y: complaintLine, color: 'violet.5' },
          ]}
          lineChartProps={unfocused}
          {...common}
          valueFormatter={rated}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {words.linesHint}
        </Text>
      </Box>
    </Stack>
  );
}

/** Nothing hidden takes the focus. */
const unfocused = { accessibilityLayer: false } as const;

const common = {
  tickLine: 'none',
  gridAxis: 'x',
  strokeDasharray: '2 4',
  legendProps: { verticalAlign: 'bottom', height: 64 },
  barProps: { isAnimationActive: false },
  lineProps: { isAnimationActive: false },
  xAxisProps: { minTickGap: 24 },
  yAxisProps: { width: 56 },
} as const;
