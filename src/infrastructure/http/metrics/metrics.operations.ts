import { trackingCounts } from '../../../projections/metrics/mail-tally.js';
import { allMetricNames, dimensions, trackingRates } from '../../../application/metrics/metrics-request.js';
import { granularities, mostPeriods } from '../../../application/metrics/periods.js';
import { GetEmailMetrics, mostEmails, mostRows } from '../../../application/metrics/get-email-metrics.js';
import { invalid } from '../edge/errors/api-error.js';
import { httpPart } from '../http-part.js';
import { query } from '../openapi/operation.js';
import { get } from '../openapi/served.js';
import { emailMetrics, presentMetrics } from './metrics.answers.js';
import { readMetricsRequest } from './metrics-request.js';

const list = (name: string, items: object, description: string) => ({
  ...query(name, { type: 'array', items }, `${description} Separate the values with commas, or repeat the parameter.`),
  style: 'form',
  explode: false,
});
const ids = (name: string, what: string) => ({
  ...query(name, { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 100 }, what),
  style: 'form',
  explode: false,
});

const ours = [...trackingCounts, ...trackingRates].join(', ');

const getEmailMetrics = get({
  path: '/emails/metrics',
  summary: 'Get the delivery metrics of the team',
  description:
    'Counts are numbers of recipients. They belong to the time of the first delivery attempt of the email. Rates are percentages.',
  parameters: [
    query(
      'start_date',
      { type: 'string' },
      'The start of the range: a day or a time in ISO 8601 format (default: six days before `end_date`).',
    ),
    query(
      'end_date',
      { type: 'string' },
      'The end of the range, which is not part of the range: a day or a time in ISO 8601 format (default and maximum: now).',
    ),
    query(
      'timezone',
      { type: 'string', default: 'UTC' },
      'The IANA time zone for days and for times without an offset.',
    ),
    query('granularity', { type: 'string', enum: granularities, default: 'daily' }, 'The length of a period.'),
    list('metrics', { type: 'string', enum: allMetricNames }, `The metrics to return (default: all except ${ours}).`),
    list(
      'dimensions',
      { type: 'string', enum: dimensions },
      'The dimensions of `data`, which has a row for each combination of their values.',
    ),
    ids('domain_id', 'Only emails from the domains with these IDs.'),
    ids('email_id', 'Only the emails with these IDs.'),
    ids('broadcast_id', 'Only emails of the broadcasts with these IDs.'),
  ],
  answer: emailMetrics,
  examples: {
    totals: {
      summary: 'Three metrics of six days',
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
  runs: GetEmailMetrics,
  input: ({ teamId, query, options }) => ({ teamId, request: readMetricsRequest(query, options.clock.now()) }),
  isLongRead: () => true,
  present: (metrics, _asked, { request }) => presentMetrics(request, metrics),
});

export const emailMetricsHttp = httpPart({
  noun: 'Email',
  operations: [getEmailMetrics],
  refusals: {
    'too-many-periods': () =>
      invalid(`The range of \`start_date\` and \`end_date\` must not have more than ${mostPeriods} periods.`),
    'too-many-emails': () =>
      invalid(`The range of \`start_date\` and \`end_date\` must not hold more than ${mostEmails} emails.`),
    'too-many-rows': () =>
      invalid(`The \`dimensions\` must not give more than ${mostRows} rows: ask for a shorter range.`),
  },
});
