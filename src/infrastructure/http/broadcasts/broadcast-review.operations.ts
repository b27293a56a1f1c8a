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
  name: z.string().describe('The stable name of the check.'),
  blocks: z.boolean().describe('The dashboard does not send while it is there.'),
  seen: z.string().describe('What was seen.'),
  why: z.string().describe('Why it matters.'),
  do: z.string().describe('What to do.'),
  fixed_by: z
    .enum(['writer', 'admin'])
    .describe('`admin`: in DNS, in a domain or on the server. `writer`: in the broadcast.'),
  place: z
    .strictObject({ part: z.enum(reviewParts), line: z.int().nullable(), column: z.int().nullable() })
    .nullable()
    .describe('Where it stands, or the setting that has to be another; null where something is missing.'),
  variant: z
    .enum(['a', 'b'])
    .nullable()
    .describe('With an A/B test, the variant that it was found in; null: in both, or in neither.'),
});
const count = z.int().min(0);
const review = z.strictObject({
  object: z.literal('broadcast_review'),
  blocks: z.boolean().describe('Whether any finding blocks.'),
  findings: z.array(finding).describe('What blocks comes first.'),
  audience: z
    .strictObject({
      counted: count.describe('Contacts in the segment.'),
      skipped: z.record(z.string(), count).describe('Those among them who get no email, by reason.'),
      conditions: z
        .array(
          z.strictObject({
            condition: z.string(),
            people: count.describe('Those who get it and see what is under it.'),
          }),
        )
        .describe('The conditions of its content.'),
      exact: z.boolean().describe('False: there are more, and the time to count them was over.'),
    })
    .nullable()
    .describe('Null where there is no segment, and in a quick review.'),
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
  summary: 'Look a broadcast over before it is sent',
  description:
    'Its content, its links (each is asked once), its domain, what the insights say of the email, the spam score where there is a filter, and who would get it. Nothing is stored.',
  parameters: [
    id,
    query(
      'quick',
      { type: 'boolean', default: false },
      'Answers at once, with what is found without asking links, composing the email or counting people.',
    ),
  ],
  status: 200,
  errors: { 404: ['not_found'], 422: ['invalid_parameter'] },
  answer: review,
  examples: {
    blocked: {
      summary: 'Without a link to unsubscribe',
      answer: {
        object: 'broadcast_review',
        blocks: true,
        findings: [
          {
            name: 'unsubscribe-link',
            blocks: true,
            seen: 'Readers see no link to unsubscribe.',
            why: 'The law asks for it in most countries, and who cannot leave marks the email as spam.',
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
  summary: 'Send or schedule a broadcast, where its review finds nothing that blocks',
  description:
    'With `local_time`, each person gets it when it is so late where they are: the audience is frozen when that time comes first anywhere, and the last get it at most 26 hours later.',
  body: SendReviewedBody,
  status: 200,
  errors: { 403: ['validation_error'], 404: ['not_found'], 422: ['validation_error', 'missing_required_field'] },
  answer: oneChanged(object),
  examples: {
    scheduled: {
      summary: 'In an hour',
      request: { scheduled_at: 'in 1 hour' },
      answer: { object, id: broadcastId },
    },
    local: {
      summary: 'At nine in the time zone of each person',
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
