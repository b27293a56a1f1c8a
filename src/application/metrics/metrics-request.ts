import type { Granularity } from './periods.js';

export const counts = [
  'received',
  'delivered',
  'complained',
  'suppressed',
  'bounced',
  'bounced_transient',
  'bounced_permanent',
  'bounced_undetermined',
  'opened',
  'clicked',
  'unsubscribed',
  'delivery_delayed',
  'failed',
  'sent',
  'unique_opened',
  'unique_clicked',
] as const;
export const rates = [
  'delivery_rate',
  'open_rate',
  'click_rate',
  'bounce_rate',
  'complaint_rate',
  'unsubscribe_rate',
] as const;
export const metricNames = [...counts, ...rates] as const;
export const dimensions = ['period', 'domain', 'email', 'broadcast'] as const;

export type Count = (typeof counts)[number];
export type Rate = (typeof rates)[number];
export type MetricName = (typeof metricNames)[number];
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
