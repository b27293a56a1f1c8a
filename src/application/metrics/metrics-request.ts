import { allCounts, counts } from '../../projections/metrics/mail-tally.js';
import type { Granularity } from './periods.js';

const rates = [
  'delivery_rate',
  'open_rate',
  'click_rate',
  'bounce_rate',
  'complaint_rate',
  'unsubscribe_rate',
] as const;
/** Metrics of the contract: what is answered unless others are named. */
export const metricNames = [...counts, ...rates] as const;
/** They divide by what was tracked and delivered, where those of the contract divide by all that was delivered. */
export const trackingRates = ['tracked_open_rate', 'tracked_click_rate'] as const;
export const allRates = [...rates, ...trackingRates] as const;
export const allMetricNames = [...allCounts, ...allRates] as const;
export const dimensions = ['period', 'domain', 'email', 'broadcast'] as const;

export type Rate = (typeof allRates)[number];
export type MetricName = (typeof allMetricNames)[number];
export type Dimension = (typeof dimensions)[number];

export interface MetricsRequest {
  /** Milliseconds since the epoch; `untilMs` is not part of the range. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly timeZone: string;
  readonly granularity: Granularity;
  readonly metrics: readonly MetricName[];
  readonly dimensions: readonly Dimension[];
  /** Only of these; undefined: of any. */
  readonly domainIds: readonly string[] | undefined;
  readonly emailIds: readonly string[] | undefined;
  readonly broadcastIds: readonly string[] | undefined;
}

export type Figures = Readonly<Partial<Record<MetricName, number>>>;
