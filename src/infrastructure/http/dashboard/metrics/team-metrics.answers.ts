import { z } from 'zod';
import type { Figures } from '../../../../application/metrics/metrics-request.js';
import { shownMetrics } from '../../../../application/metrics/shown-metrics.js';
import type { GetTeamMetricsResult } from '../../../../application/metrics/team-metrics.js';
import type { TeamMetricsRequest } from '../../../../application/metrics/team-metrics-request.js';
import { kinds } from '../../../../domain/email/judging/judgement.js';
import type { Answer } from '../../openapi/operation.js';
import { isoTime } from '../../openapi/shared-schemas.js';

const count = z.int().min(0);
const rate = z.number().min(0).max(100).describe('A percentage from 0 to 100.');
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
  opened: count.describe('The number of opens by people, including repeated opens.'),
  clicked: count.describe('The number of clicks by people, including repeated clicks.'),
  unique_opened: count.describe('The number of copies that a person opened.'),
  unique_clicked: count.describe('The number of copies in which a person clicked a link.'),
  opened_all: count.describe('The number of opens, including opens by privacy proxies and scanners.'),
  clicked_all: count.describe('The number of clicks, including clicks by privacy proxies and scanners.'),
  unique_opened_all: count,
  unique_clicked_all: count,
  opens_tracked: count.describe('The number of delivered copies of emails with open tracking.'),
  clicks_tracked: count.describe('The number of delivered copies of emails with click tracking.'),
  delivery_rate: rate,
  bounce_rate: rate,
  complaint_rate: rate,
  unsubscribe_rate: rate,
  tracked_open_rate: rate.describe('The percentage of `opens_tracked`.'),
  tracked_click_rate: rate.describe('The percentage of `clicks_tracked`.'),
});
const sources = ['domain', 'tag', 'topic', 'template', 'api-key', 'user', 'smtp-session', 'system', 'cli'] as const;

export const teamMetrics = z.strictObject({
  object: z.literal('team_metrics'),
  start_date: isoTime,
  end_date: isoTime.describe('The end of the range, which is not part of the range.'),
  totals: figures,
  before: figures.describe('The totals of the previous range of the same length.'),
  periods: z.array(z.strictObject({ period: isoTime, ...figures.shape })),
  rows: z
    .array(
      z.strictObject({
        kind: z.enum(sources),
        id: z
          .string()
          .nullable()
          .describe(
            'The ID of the domain, API key, topic, or template (`id:version` for one version), or the tag as `name=value`. Null for emails that have none of these.',
          ),
        name: z.string().nullable().describe('The name. Null if the resource was deleted or needs no name.'),
        ...figures.shape,
      }),
    )
    .describe('The rows, sorted by the number of recipients, at most 200.'),
  bounce_reasons: z.array(
    z.strictObject({
      type: z.enum(['permanent', 'transient', 'undetermined']),
      reason: z
        .string()
        .nullable()
        .describe(`The reason in the reply: one of ${Object.keys(kinds).join(', ')}. Null if the reason is unknown.`),
      count,
    }),
  ),
  sandbox: z
    .array(z.strictObject({ id: z.string(), name: z.string(), sent: count }))
    .describe(
      'The emails of sandbox domains. The other figures do not include them, unless `domain_id` is a sandbox domain.',
    ),
  complete: z
    .boolean()
    .describe(
      'False if retention deleted emails of the range. Figures by API key, tag, topic, template, and bounce reason then include only the stored emails.',
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
