import type { MetricName } from './metrics-request.js';

/** What the page shows of a range. */
export const shownMetrics = [
  'sent',
  'delivered',
  'delivery_delayed',
  'bounced',
  'bounced_permanent',
  'bounced_transient',
  'bounced_undetermined',
  'suppressed',
  'failed',
  'complained',
  'unsubscribed',
  'delivery_rate',
  'bounce_rate',
  'complaint_rate',
  'unsubscribe_rate',
] as const satisfies readonly MetricName[];
