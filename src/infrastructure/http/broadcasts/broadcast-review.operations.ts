import { z } from 'zod';
import {
  type Review,
  ReviewBroadcast,
  SendReviewedBroadcast,
} from '../../../application/broadcast/review-broadcast.js';
import { reviewParts } from '../../../application/broadcast/review-finding.js';
import { invalid } from '../edge/errors/api-error.js';
import { httpPart } from '../http-part.js';
import type { Answer } from '../openapi/operation.js';
import { id, query } from '../openapi/operation.js';
import { type Asked, post } from '../openapi/served.js';
import { changed, oneChanged } from '../openapi/shared-schemas.js';
import { broadcastId, object } from './broadcasts.answers.js';
import { timeIn } from './broadcasts.bodies.js';
import { localTimeIn, SendReviewedBody } from './local-time.bodies.js';
import { broadcastRefusals } from './broadcasts.refusals.js';

const finding = z.strictObject({
  name: z.string().describe('The name of the check, which does not change.'),
  blocks: z
    .boolean()
    .describe('True if this finding prevents sending with `POST /dashboard-api/broadcasts/{id}/send`.'),
  seen: z.string().describe('What the check found.'),
  why: z.string().describe('Why the finding matters.'),
  do: z.string().describe('How to fix the problem.'),
  fixed_by: z
    .enum(['writer', 'admin'])
    .describe(
      'Who can fix the problem. `writer`: the author, in the broadcast. `admin`: an admin, in DNS, in a domain, or on the server.',
    ),
  place: z
    .strictObject({ part: z.enum(reviewParts), line: z.int().nullable(), column: z.int().nullable() })
    .nullable()
    .describe(
      'The position of the problem, or the setting that causes it. Null if the finding has neither, for example if something is missing.',
    ),
  variant: z
    .enum(['a', 'b'])
    .nullable()
    .describe(
      'The variant of the A/B test that has the problem. Null if it is in both variants or in neither, or if there is no test.',
    ),
});
const count = z.int().min(0);
const review = z.strictObject({
  object: z.literal('broadcast_review'),
  blocks: z.boolean().describe('True if at least one finding prevents sending.'),
  findings: z.array(finding).describe('The findings. Findings that prevent sending come first.'),
  audience: z
    .strictObject({
      counted: count.describe('The number of contacts in the segment.'),
      skipped: z
        .record(z.string(), count)
        .describe('The number of these contacts who do not get the email, by reason.'),
      conditions: z
        .array(
          z.strictObject({
            condition: z.string(),
            people: count.describe('The number of recipients who see the part with this condition.'),
          }),
        )
        .describe('The conditions in the content.'),
      exact: z.boolean().describe('False if the time limit was reached before all contacts were counted.'),
    })
    .nullable()
    .describe('Who gets the broadcast. Null if it has no segment, and in a quick review.'),
});

function presentReview({ blocks, findings, audience }: Review): Answer<typeof review> {
  return {
    object: 'broadcast_review',
    blocks,
    findings: findings.map(({ remedy, isForAdmin = false, place, variant = null, ...shown }) => ({
      ...shown,
      do: remedy,
      fixed_by: isForAdmin ? 'admin' : 'writer',
      place: place === null ? null : { line: null, column: null, ...place },
      variant,
    })),
    audience:
      audience === null
        ? null
        : {
            counted: audience.counted,
            skipped: { ...audience.skipped },
            conditions: [...audience.shownTo].map(([condition, people]) => ({ condition, people })),
            exact: audience.isExact,
          },
  };
}

const howOf = ({ content: { readContent, readHtml }, options }: Pick<Asked, 'content' | 'options'>) => {
  return { readContent, readHtml, publicUrl: options.publicUrl };
};

const reviewBroadcast = post({
  path: '/dashboard-api/broadcasts/{id}/review',
  summary: 'Review a broadcast before it is sent',
  description:
    'Checks the content, the links (each is checked once), the sender’s domain, the insights of the email, the spam score (if a spam filter is set), and the audience. Nothing is stored.',
  parameters: [
    id,
    query(
      'quick',
      { type: 'boolean', default: false },
      'Whether to return only the findings that require no requests to links, no composed email, and no count of people.',
    ),
  ],
  status: 200,
  errors: { 404: ['not_found'], 422: ['invalid_parameter'] },
  answer: review,
  examples: {
    blocked: {
      summary: 'A broadcast without an unsubscribe link',
      answer: {
        object: 'broadcast_review',
        blocks: true,
        findings: [
          {
            name: 'unsubscribe-link',
            blocks: true,
            seen: 'Readers see no link to unsubscribe.',
            why: 'Most countries require it by law, and people who can’t unsubscribe report the email as spam.',
            do: 'Add the footer, or a link to {{{RESEND_UNSUBSCRIBE_URL}}}.',
            fixed_by: 'writer',
            place: null,
            variant: null,
          },
        ],
        audience: { counted: 1200, skipped: { unsubscribed: 12 }, conditions: [], exact: true },
      },
    },
  },
  runs: ReviewBroadcast,
  input: (asked) => ({
    ...{ teamId: asked.teamId, broadcastId: asked.path.id, isQuick: asked.query['quick'] === 'true' },
    ...howOf(asked),
  }),
  isLongRead: () => true,
  present: presentReview,
});
const sendReviewed = post({
  path: '/dashboard-api/broadcasts/{id}/send',
  summary: 'Send or schedule a broadcast if its review finds no blocking problem',
  description:
    'With `local_time`, each person gets the broadcast at this time in their time zone. The audience is frozen when the first time zone reaches this time, and the last person gets the email at most 26 hours later.',
  body: SendReviewedBody,
  status: 200,
  errors: { 403: ['validation_error'], 404: ['not_found'], 422: ['validation_error', 'missing_required_field'] },
  answer: oneChanged(object),
  examples: {
    scheduled: {
      summary: 'A broadcast that is sent in an hour',
      request: { scheduled_at: 'in 1 hour' },
      answer: { object, id: broadcastId },
    },
    local: {
      summary: 'A broadcast that is sent at 09:00 in each person’s time zone',
      request: { local_time: '2026-12-01T09:00', zone_property: 'timezone', fallback_zone: 'Europe/Berlin' },
      answer: { object, id: broadcastId },
    },
  },
  runs: SendReviewedBroadcast,
  input: (asked) => ({
    context: asked.context,
    broadcastId: asked.path.id,
    scheduledAt: timeIn(asked.body, asked),
    localTime: localTimeIn(asked.body),
    review: howOf(asked),
  }),
  present: changed(object),
});

export const broadcastReviewHttp = httpPart({
  noun: 'Broadcast',
  operations: [reviewBroadcast, sendReviewed],
  refusals: {
    ...broadcastRefusals,
    'review-blocks': ({ findings }) =>
      invalid(
        `The review found what has to be corrected first. ${findings.map(({ seen, remedy, variant }) => `${variant === undefined ? '' : `Variant ${variant.toUpperCase()}: `}${seen} ${remedy}`).join(' ')}`,
      ),
  },
});
