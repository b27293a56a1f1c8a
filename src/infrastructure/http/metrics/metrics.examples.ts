import type { ExampleTable } from '../openapi/shared-examples.js';

export const metricsExamples: ExampleTable = {
  'GET /emails/metrics': {
    totals: {
      summary: 'The totals of six days',
      answer: {
        object: 'metrics',
        start_date: '2025-12-28T00:00:00.000Z',
        end_date: '2026-01-03T00:00:00.000Z',
        metrics: ['sent', 'delivered', 'delivery_rate'],
        dimensions: [],
        granularity: 'daily',
        totals: { sent: 8, delivered: 6, delivery_rate: 75 },
      },
    },
  },
};
