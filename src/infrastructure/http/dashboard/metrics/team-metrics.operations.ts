import { granularities } from '../../../../application/metrics/periods.js';
import { breakdowns, type TeamMetricsRequest } from '../../../../application/metrics/team-metrics-request.js';
import { GetTeamMetrics } from '../../../../application/metrics/team-metrics.js';
import { invalid } from '../../edge/errors/api-error.js';
import { httpPart } from '../../http-part.js';
import { query } from '../../openapi/operation.js';
import { get } from '../../openapi/served.js';
import { isUuid } from '../../edge/uuid.js';
import { readMetricsRequest } from '../../metrics/metrics-request.js';
import { readTemplate } from '../emails/find-emails.parameters.js';
import { presentTeamMetrics, teamMetrics } from './team-metrics.answers.js';

/** A tag's name and value have 256 characters each at most. */
const mostTagCharacters = 513;
const mostActorCharacters = 64;

/** The query string of the page's metrics. */
function readTeamMetricsRequest(query: Readonly<Record<string, unknown>>, nowMs: number): TeamMetricsRequest {
  const { start_date, end_date, timezone, granularity, by: given = 'domain' } = query;
  const range = readMetricsRequest(withoutMissing({ start_date, end_date, timezone, granularity }), nowMs);
  const by = breakdowns.find((name) => name === given);
  if (by === undefined) throw invalid(`The \`by\` parameter must be one of ${breakdowns.join(', ')}.`);
  const template = readText(query, 'template', mostActorCharacters);
  const domainId = readText(query, 'domain_id', mostActorCharacters);
  if (domainId !== undefined && !isUuid(domainId)) throw invalid('The `domain_id` parameter must be a valid UUID.');
  return {
    fromMs: range.fromMs,
    untilMs: range.untilMs,
    timeZone: range.timeZone,
    granularity: range.granularity,
    by,
    domainId,
    sentBy: readText(query, 'sent_by', mostActorCharacters),
    tag: readText(query, 'tag', mostTagCharacters),
    template: template === undefined ? undefined : readTemplate(template),
  };
}

function withoutMissing(query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

function readText(query: Readonly<Record<string, unknown>>, parameter: string, most: number): string | undefined {
  const value = query[parameter];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && value.length <= most) return value;
  throw invalid(`The \`${parameter}\` parameter must be given once, with at most ${most} characters.`);
}

const figures = {
  sent: 8,
  delivered: 6,
  delivery_delayed: 1,
  bounced: 1,
  bounced_permanent: 1,
  bounced_transient: 0,
  bounced_undetermined: 0,
  suppressed: 0,
  failed: 0,
  complained: 0,
  unsubscribed: 0,
  opened: 3,
  clicked: 1,
  unique_opened: 2,
  unique_clicked: 1,
  opened_all: 5,
  clicked_all: 2,
  unique_opened_all: 4,
  unique_clicked_all: 2,
  opens_tracked: 6,
  clicks_tracked: 6,
  delivery_rate: 75,
  bounce_rate: 12.5,
  complaint_rate: 0,
  unsubscribe_rate: 0,
  tracked_open_rate: 33.33,
  tracked_click_rate: 16.67,
};

const getTeamMetrics = get({
  path: '/dashboard-api/metrics',
  summary: 'Get the metrics of a range and of the previous range, by domain, API key, tag, topic, or template',
  description:
    'The figures of totals, periods, and domains are the same as in `GET /emails/metrics`, without the emails of sandbox domains. The figures by API key, tag, topic, template, and bounce reason, and all figures that are filtered by API key, tag, or template, include only the stored emails.',
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
    query('by', { type: 'string', enum: breakdowns, default: 'domain' }, 'The breakdown of `rows`.'),
    query('domain_id', { type: 'string', format: 'uuid' }, 'Only emails from the domain with this ID.'),
    query(
      'sent_by',
      { type: 'string' },
      'Only emails sent with the API key that has this ID, or emails sent by `smtp-session` or `user`.',
    ),
    query('tag', { type: 'string' }, 'Only emails with this tag: `name`, or `name=value` for one value.'),
    query(
      'template',
      { type: 'string' },
      'Only emails from the template with this ID: `id`, or `id:version` for one version.',
    ),
  ],
  answer: teamMetrics,
  examples: {
    days: {
      summary: 'The metrics of six days, by domain',
      answer: {
        object: 'team_metrics',
        start_date: '2025-12-28T00:00:00.000Z',
        end_date: '2026-01-03T00:00:00.000Z',
        totals: figures,
        before: figures,
        periods: [{ period: '2025-12-28T00:00:00.000Z', ...figures }],
        rows: [{ kind: 'domain', id: '019a3f5e-7c1a-7d30-9c4b-6d6f0a5c8e55', name: 'example.com', ...figures }],
        bounce_reasons: [{ type: 'permanent', reason: 'no-mailbox', count: 1 }],
        sandbox: [{ id: '019a3f5e-7c1a-7d30-9c4b-6d6f0a5c8e56', name: 'resend.dev', sent: 2 }],
        complete: true,
      },
    },
  },
  runs: GetTeamMetrics,
  input: ({ teamId, query, options }) => ({ teamId, request: readTeamMetricsRequest(query, options.clock.now()) }),
  isLongRead: () => true,
  present: (metrics, _asked, { request }) => presentTeamMetrics(request, metrics),
});

const tooMuch = () => invalid('This is too much for one answer: choose a shorter time or one domain.');

export const teamMetricsHttp = httpPart({
  noun: 'Email',
  operations: [getTeamMetrics],
  refusals: { 'too-many-periods': tooMuch, 'too-many-emails': tooMuch, 'too-many-rows': tooMuch },
});
