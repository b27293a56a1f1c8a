import { z } from 'zod';
import type { Figures } from '../../../../application/metrics/metrics-request.js';
import { shownMetrics } from '../../../../application/metrics/shown-metrics.js';
import type { GetTeamMetricsResult } from '../../../../application/metrics/team-metrics.js';
import type { TeamMetricsRequest } from '../../../../application/metrics/team-metrics-request.js';
import { kinds } from '../../../../domain/email/judging/judgement.js';
import type { Answer } from '../../openapi/operation.js';
import { isoTime } from '../../openapi/shared-schemas.js';

const count = z.int().min(0);
const rate = z.number().min(0).max(100).describe('Percent.');
const figures = z.strictObject({
  sent: count,
  delivered: count,
  delivery_delayed: count,
  bounced: count,
  bounced_permanent: count,
  bounced_transient: count,
  bounced_undetermined: count,
  suppressed: count,
  failed: count,
  complained: count,
  unsubscribed: count,
  opened: count.describe('By people, as often as they did.'),
  clicked: count.describe('By people, as often as they did.'),
  unique_opened: count.describe('Copies that a person opened.'),
  unique_clicked: count.describe('Copies of which a person followed a link.'),
  opened_all: count.describe('By privacy proxies and scanners too.'),
  clicked_all: count.describe('By privacy proxies and scanners too.'),
  unique_opened_all: count,
  unique_clicked_all: count,
  opens_tracked: count.describe('Copies that were delivered, of emails whose opens are tracked.'),
  clicks_tracked: count.describe('Copies that were delivered, of emails whose clicks are tracked.'),
  delivery_rate: rate,
  bounce_rate: rate,
  complaint_rate: rate,
  unsubscribe_rate: rate,
  tracked_open_rate: rate.describe('Percent of `opens_tracked`.'),
  tracked_click_rate: rate.describe('Percent of `clicks_tracked`.'),
});
const sources = ['domain', 'tag', 'topic', 'template', 'api-key', 'user', 'smtp-session', 'system', 'cli'] as const;

export const teamMetrics = z.strictObject({
  object: z.literal('team_metrics'),
  start_date: isoTime,
  end_date: isoTime.describe('Not part of the range.'),
  totals: figures,
  before: figures.describe('Of as long a range right before.'),
  periods: z.array(z.strictObject({ period: isoTime, ...figures.shape })),
  rows: z
    .array(
      z.strictObject({
        kind: z.enum(sources),
        id: z
          .string()
          .nullable()
          .describe(
            'Of a domain, a key, a topic or a template (`id:version` by version), or a tag as `name=value`; null: email without any.',
          ),
        name: z.string().nullable().describe('Null: it was removed, or needs no name.'),
        ...figures.shape,
      }),
    )
    .describe('The most recipients first, 200 at most.'),
  bounce_reasons: z.array(
    z.strictObject({
      type: z.enum(['permanent', 'transient', 'undetermined']),
      reason: z
        .string()
        .nullable()
        .describe(`What the reply said: one of ${Object.keys(kinds).join(', ')}; null: not known.`),
      count,
    }),
  ),
  sandbox: z
    .array(z.strictObject({ id: z.string(), name: z.string(), sent: count }))
    .describe('Emails of sandbox domains, which are in no other figure unless `domain_id` asks for one.'),
  complete: z
    .boolean()
    .describe(
      'False: emails of the range were removed with age; keys, tags, topics, templates and reasons are of the emails that are kept.',
    ),
});

type Metrics = Exclude<GetTeamMetricsResult, { readonly refused: string }>;

export function presentTeamMetrics(
  { fromMs, untilMs }: TeamMetricsRequest,
  { totals, before, periods, rows, bounceReasons, isComplete, sandbox }: Metrics,
): Answer<typeof teamMetrics> {
  return {
    object: 'team_metrics',
    start_date: new Date(fromMs).toISOString(),
    end_date: new Date(untilMs).toISOString(),
    totals: presentFigures(totals),
    before: presentFigures(before),
    periods: periods.map(({ period, figures: each }) => ({ period, ...presentFigures(each) })),
    rows: rows.map(({ kind, id, name, figures: each }) => ({ kind, id, name, ...presentFigures(each) })),
    bounce_reasons: bounceReasons.map(({ kind, reason, recipients }) => ({
      type: types[kind],
      reason,
      count: recipients,
    })),
    sandbox: sandbox.map(({ id, name, sent }) => ({ id, name, sent })),
    complete: isComplete,
  };
}

const types = {
  bounced_permanent: 'permanent',
  bounced_transient: 'transient',
  bounced_undetermined: 'undetermined',
} as const;

function presentFigures(given: Figures): Answer<typeof figures> {
  const shown = shownMetrics.map((name) => [name, given[name] ?? 0]);
  // The names are those of the schema.
  return Object.fromEntries(shown) as Answer<typeof figures>;
}
