import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { Box } from '@mantine/core';
import type { MouseEvent } from 'react';
import type { Limit } from './chart-data';

interface ChartProps {
  /** `name` at the foot, and each series' number under its key. */
  readonly data: readonly Readonly<Record<string, string | number | null>>[];
  /** From the bottom of the stack. */
  readonly series: readonly { readonly key: string; readonly name: string; readonly color: string }[];
  readonly format: (value: number) => string;
  readonly kind: 'stacked' | 'lines';
  readonly limits: readonly Limit[];
  /** What was clicked: a part of a bar, or with null the whole row. */
  readonly onPick: ((index: number, key: string | null) => void) | undefined;
}

/** Rows up to which each point of a line is a dot. */
const mostDots = 40;

/** The picture of a `ChartCard`. Its table has the same numbers and links, so for screen readers it is none. */
export default function Chart({ data, series, format, kind, limits, onPick }: ChartProps) {
  const drawn = series.map(({ key, name, color }) => ({ name: key, label: name, color }));
  const own = {
    ...unfocused,
    // Beside the bars and points too: the smallest of them could not be hit.
    onClick: ({ activeTooltipIndex: index }: { activeTooltipIndex?: number | string | null | undefined }) =>
      index == null ? undefined : onPick?.(Number(index), null),
  };
  const shared = { ...common, h: 272, data: [...data], dataKey: 'name', series: drawn, valueFormatter: format };
  return (
    <Box aria-hidden style={onPick === undefined ? undefined : { cursor: 'pointer' }}>
      {kind === 'stacked' ? (
        <BarChart
          {...shared}
          type="stacked"
          barChartProps={own}
          barProps={({ name: key }) => ({
            isAnimationActive: false,
            maxBarSize: 56,
            onClick: (_, index: number, event: MouseEvent) => {
              event.stopPropagation();
              onPick?.(index, key);
            },
          })}
        />
      ) : (
        <LineChart
          {...shared}
          curveType="linear"
          withDots={data.length <= mostDots}
          lineProps={{ isAnimationActive: false }}
          lineChartProps={own}
          referenceLines={limits.map(({ value, color, label }) => ({
            y: value,
            color,
            strokeDasharray: '6 4',
            ...(label === undefined ? {} : { label }),
          }))}
        />
      )}
    </Box>
  );
}

/** Nothing hidden takes the focus. */
const unfocused = { accessibilityLayer: false } as const;

const common = {
  tickLine: 'none',
  gridAxis: 'x',
  strokeDasharray: '2 4',
  withLegend: true,
  // In the order of the stack; the library's is that of the alphabet.
  legendProps: { verticalAlign: 'top', itemSorter: null },
  xAxisProps: { minTickGap: 24 },
  yAxisProps: { width: 56 },
} as const;
