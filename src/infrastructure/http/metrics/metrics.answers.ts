import { allCounts } from '../../../projections/metrics/mail-tally.js';
import { z } from 'zod';
import type { GetEmailMetricsResult, MetricsRow } from '../../../application/metrics/get-email-metrics.js';
import {
  allMetricNames,
  allRates,
  dimensions,
  type MetricsRequest,
} from '../../../application/metrics/metrics-request.js';
import { granularities } from '../../../application/metrics/periods.js';
import type { Answer } from '../openapi/operation.js';
import { id, isoTime, loggedText } from '../openapi/shared-schemas.js';

const count = z.int().min(0).describe('A number of recipients. Opens and clicks count copies of emails.').optional();
const rate = z.number().min(0).max(100).describe('A percentage from 0 to 100.').optional();
const figures = {
  ...Object.fromEntries(allCounts.map((name) => [name, count])),
  ...Object.fromEntries(allRates.map((name) => [name, rate])),
};

export const emailMetrics = z.strictObject({
  object: z.literal('metrics'),
  start_date: isoTime,
  end_date: isoTime.describe('The end of the range, which is not part of the range.'),
  metrics: z.array(z.enum(allMetricNames)),
  dimensions: z.array(z.enum(dimensions)),
  granularity: z.enum(granularities),
  totals: z.strictObject(figures),
  data: z
    .array(
      z.strictObject({
        period: isoTime.describe('The time when the period begins.').optional(),
        domain_id: id.optional(),
        domain_name: loggedText.optional(),
        email_id: id.optional(),
        broadcast_id: id.optional(),
        broadcast_name: loggedText.optional(),
        ...figures,
      }),
    )
    .describe('The figures of each combination of the dimensions. Present only with `dimensions`.')
    .optional(),
});

type Metrics = Exclude<GetEmailMetricsResult, { readonly refused: string }>;

export function presentMetrics(request: MetricsRequest, { totals, rows }: Metrics): Answer<typeof emailMetrics> {
  return {
    object: 'metrics',
    start_date: new Date(request.fromMs).toISOString(),
    end_date: new Date(request.untilMs).toISOString(),
    metrics: request.metrics,
    dimensions: request.dimensions,
    granularity: request.granularity,
    totals,
    ...(rows === undefined ? {} : { data: rows.map(presentRow) }),
  };
}

function presentRow({ period, domain, emailId, broadcast, figures }: MetricsRow) {
  return {
    ...(period === undefined ? {} : { period }),
    ...(domain === undefined ? {} : { domain_id: domain.id, domain_name: domain.name }),
    ...(emailId === undefined ? {} : { email_id: emailId }),
    ...(broadcast === undefined ? {} : { broadcast_id: broadcast.id, broadcast_name: broadcast.name }),
    ...figures,
  };
}
