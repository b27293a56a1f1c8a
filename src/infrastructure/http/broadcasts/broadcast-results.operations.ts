import { linksIn } from '../../html/read-links.js';
import { z } from 'zod';
import { CountBroadcasts } from '../../../application/broadcast/counts.js';
import type { ReceiverCounts } from '../../../application/broadcast/result-sums.js';
import { type BroadcastResults, GetBroadcastResults } from '../../../application/broadcast/results.js';
import { receiverGroups } from '../../../domain/insight/health/receiver-group.js';
import { listOf as inEnvelope } from '../edge/page.js';
import { filters, idsFilter } from '../openapi/filters.js';
import { get } from '../openapi/served.js';
import { listOf as examplesOf } from '../openapi/shared-examples.js';
import { id, isoTime, listOf } from '../openapi/shared-schemas.js';
import { broadcastId } from './broadcasts.answers.js';

const count = z.int().min(0);
const seen = z.strictObject({
  people: count,
  all: count.describe('The number including privacy proxies and scanners.'),
});
const receiver = { delivered: count, bounced: count, complained: count, opened: seen, clicked: seen };
const counts = z.record(z.string(), count);
const answer = z.strictObject({
  object: z.literal('broadcast_results'),
  id,
  planned: count.describe('The number of people in the frozen audience.'),
  sent: count.describe('The number of people to whom at least one delivery attempt was made.'),
  ...receiver,
  bounced_by: z.strictObject({ permanent: count, transient: count, undetermined: count }),
  unsubscribed: count.describe('The number of people who unsubscribed with the link in their email.'),
  suppressed: count.describe(
    'The number of people in `skipped` for whom an email had already been created, but was not sent.',
  ),
  skipped: counts.describe('The number of people who were skipped, by reason.'),
  failed: count,
  unknown: count,
  waiting: count,
  retired: count.describe('The number of people whose emails were deleted by retention.'),
  by_receiver: z.array(z.strictObject({ receiver: z.enum(receiverGroups), ...receiver })),
  by_variant: z
    .array(z.strictObject({ variant: z.enum(['a', 'b']), recipients: count, ...receiver, unsubscribed: count }))
    .nullable()
    .describe(
      'The results of the A/B test by variant, without the people who got the winner. Null if there is no test.',
    ),
  by_link: z.array(z.strictObject({ url: z.string(), clicks: count, unique_clicks: count })).max(100),
  by_hour: z
    .array(z.strictObject({ hour: isoTime, delivered: count, opened: count, clicked: count }))
    .describe(
      'The results by hour (UTC). `opened` and `clicked` count the first open and the first click by each person.',
    ),
});

const none = { people: 0, all: 0 };
const exampleCounts = { delivered: 1, bounced: 0, complained: 0, opened: { people: 1, all: 1 }, clicked: none };

/** A group of receivers, or all of them. */
const presentCounts = ({ delivered, bounced, complained, opened, clicked }: ReceiverCounts) => ({
  ...{ delivered, bounced, complained, opened, clicked },
});

const variantsOf = (found: NonNullable<BroadcastResults['byVariant']>) =>
  (['a', 'b'] as const).map((variant) => {
    const { recipients, unsubscribed } = found[variant];
    return { variant, recipients, ...presentCounts(found[variant]), unsubscribed };
  });

export const getResults = get({
  path: '/dashboard-api/broadcasts/{id}/results',
  summary: 'Get the results of a broadcast',
  description:
    'The figures count people; `clicks` in `by_link` counts clicks. `planned` is the sum of `delivered`, `bounced`, `failed`, `unknown`, `waiting`, `retired`, and `skipped`.',
  answer,
  examples: {
    results: {
      summary: 'Two people, one of whom had unsubscribed',
      answer: {
        ...{ object: 'broadcast_results', id: broadcastId, planned: 2, sent: 1, ...exampleCounts },
        bounced_by: { permanent: 0, transient: 0, undetermined: 0 },
        ...{ unsubscribed: 0, suppressed: 0, skipped: { unsubscribed: 1 } },
        ...{ failed: 0, unknown: 0, waiting: 0, retired: 0 },
        by_receiver: [{ receiver: 'gmail', ...exampleCounts }],
        by_variant: null,
        by_link: [],
        by_hour: [{ hour: '2026-11-26T10:00:00.000Z', delivered: 1, opened: 1, clicked: 0 }],
      },
    },
  },
  runs: GetBroadcastResults,
  input: ({ teamId, path }) => ({ teamId, broadcastId: path.id, linksIn }),
  isLongRead: () => true,
  present: (results, { path }) => ({
    ...{ object: 'broadcast_results' as const, id: path.id, planned: results.planned, sent: results.sent },
    ...presentCounts(results),
    bounced_by: results.bouncedBy,
    ...{ unsubscribed: results.unsubscribed, suppressed: results.suppressed, skipped: results.skipped },
    ...{ failed: results.failed, unknown: results.unknown, waiting: results.waiting, retired: results.retired },
    by_receiver: receiverGroups.flatMap((group) => {
      const found = results.byReceiver[group];
      return found === undefined ? [] : [{ receiver: group, ...presentCounts(found) }];
    }),
    by_variant: results.byVariant === null ? null : variantsOf(results.byVariant),
    by_link: results.byLink.map(({ url, clicks, uniqueClicks }) => ({ url, clicks, unique_clicks: uniqueClicks })),
    by_hour: [...results.byHour].map(([hour, counted]) => ({ hour: `${hour}:00:00.000Z`, ...counted })),
  }),
});

const ids = filters({ ids: idsFilter('The IDs of up to 100 broadcasts, separated by commas.') });

export const countBroadcasts = get({
  path: '/dashboard-api/broadcasts/counts',
  summary: 'Get the main figures of broadcasts',
  description: 'Opens and clicks count only people. The response omits IDs of broadcasts that do not exist.',
  parameters: ids.parameters,
  answer: listOf(
    z.strictObject({
      id,
      planned: count.describe('The number of people in the frozen audience. 0 until the audience is frozen.'),
      sent: count.describe('The number of people to whom at least one delivery attempt was made.'),
      ...{ delivered: count, bounced: count, opened: count, clicked: count },
      unsubscribed: count.describe('The number of people who unsubscribed with the link in their email.'),
    }),
  ),
  examples: {
    counts: {
      summary: 'A broadcast that two of three people opened',
      answer: examplesOf({
        ...{ id: broadcastId, planned: 3, sent: 3 },
        ...{ delivered: 3, bounced: 0, opened: 2, clicked: 1, unsubscribed: 0 },
      }),
    },
  },
  runs: CountBroadcasts,
  input: ({ teamId, query }) => ({ teamId, ids: ids.read(query).ids ?? [] }),
  present: (figures) =>
    inEnvelope(
      [...figures].map(([id, { left, ...counts }]) => ({ id, ...counts, unsubscribed: left })),
      false,
    ),
});
