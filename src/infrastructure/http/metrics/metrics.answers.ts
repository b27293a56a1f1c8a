import { z } from 'zod';
import { counts, dimensions, metricNames, rates } from '../../../application/metrics/metrics-request.js';
import { granularities } from '../../../application/metrics/periods.js';
import { id, isoTime } from '../openapi/shared-schemas.js';

const count = z.int().min(0).describe('Recipients.').optional();
const rate = z.number().min(0).max(100).describe('Percent.').optional();
const figures = {
  ...Object.fromEntries(counts.map((name) => [name, count])),
  ...Object.fromEntries(rates.map((name) => [name, rate])),
};

export const emailMetrics = z.strictObject({
  object: z.literal('metrics'),
  start_date: isoTime,
  end_date: isoTime.describe('Not part of the range.'),
  metrics: z.array(z.enum(metricNames)),
  dimensions: z.array(z.enum(dimensions)),
  granularity: z.enum(granularities),
  totals: z.strictObject(figures),
  data: z
    .array(
      z.strictObject({
        period: isoTime.describe('When it begins.').optional(),
        domain_id: id.optional(),
        domain_name: z.string().optional(),
        email_id: id.optional(),
        ...figures,
      }),
    )
    .describe('Only with `dimensions`.')
    .optional(),
});
