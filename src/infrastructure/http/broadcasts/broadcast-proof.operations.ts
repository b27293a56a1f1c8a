import { z } from 'zod';
import { GetBroadcastProof, mostNamedMissing, WhyBroadcast } from '../../../application/broadcast/sealed-proof.js';
import { ApiError } from '../edge/errors/api-error.js';
import { readBareAddress } from '../../addresses/mailbox.js';
import { restTimestamp } from '../edge/timestamp.js';
import { id as idParameter, query } from '../openapi/operation.js';
import { get } from '../openapi/served.js';
import { contactId, createdAt, emailId, segmentId } from '../openapi/shared-examples.js';
import { id, timestamp } from '../openapi/shared-schemas.js';
import { broadcastId, exampleBody, statuses } from './broadcasts.answers.js';

const count = z.int().min(0);
const proofAnswer = z.strictObject({
  object: z.literal('broadcast_proof'),
  id,
  name: z.string(),
  status: z.enum(statuses),
  planned: count.describe(
    'The number of people in the audience: the sum of `sent`, `skipped`, `failed`, `unknown`, `waiting`, `retired`, and `missing`.',
  ),
  sent: count,
  skipped: z.record(z.string(), count).describe('The number of people who were skipped, by reason.'),
  failed: count,
  unknown: count.describe(
    'The number of people for whom the last delivery attempt got no reply, and no further attempt follows.',
  ),
  waiting: count,
  retired: count.describe('The number of people whose emails were deleted by retention.'),
  missing: count.describe('The number of people for whom the log contains no result.'),
  maybe_twice: count.describe(
    'The number of people in `sent` to whom the email was sent again after an attempt without a reply.',
  ),
  missing_members: z
    .array(z.strictObject({ contact_id: id, chunk: count, member: count }))
    .describe(`The first ${mostNamedMissing} of the missing people, each with the position in the audience.`),
  seal: z
    .strictObject({ seal: count, root: z.string(), signature: z.string(), public_key: z.string() })
    .nullable()
    .describe(
      'The seal of the log that covers these events. Null until the log is sealed, which takes up to a minute.',
    ),
});

export const getProof = get({
  path: '/dashboard-api/broadcasts/{id}/proof',
  summary: 'Get the proof of a broadcast',
  description: 'Counts the result for each person in the audience again from the event log.',
  errors: { 404: ['not_found'], 422: ['validation_error'] },
  answer: proofAnswer,
  examples: {
    proof: {
      summary: 'Two people, one of whom had unsubscribed',
      answer: {
        ...{ object: 'broadcast_proof', id: broadcastId, name: exampleBody.name, status: 'sent' },
        ...{ planned: 2, sent: 1, skipped: { unsubscribed: 1 }, failed: 0, unknown: 0, waiting: 0, retired: 0 },
        ...{ missing: 0, maybe_twice: 0, missing_members: [] },
        seal: { seal: 7, root: '5f0c'.repeat(16), signature: 'b64url-of-64-bytes', public_key: 'b64url-of-32-bytes' },
      },
    },
  },
  runs: GetBroadcastProof,
  input: ({ teamId, path }) => ({ teamId, broadcastId: path.id }),
  isLongRead: () => true,
  present: ({ proof: { maybeTwice, missingMembers, ...counts }, seal }) => ({
    object: 'broadcast_proof' as const,
    ...counts,
    maybe_twice: maybeTwice,
    missing_members: missingMembers.map(({ contactId: contact, chunk, member }) => ({
      contact_id: contact,
      ...{ chunk, member },
    })),
    seal:
      seal === null
        ? null
        : { seal: seal.seal, root: seal.root, signature: seal.signature, public_key: seal.publicKey },
  }),
});

const fates = ['sent', 'skipped', 'failed', 'unknown', 'waiting', 'retired', 'missing', 'not-in-audience'] as const;
const whyAnswer = z.strictObject({
  object: z.literal('broadcast_why'),
  outcome: z
    .enum(fates)
    .describe(
      'What happened to the person. `not-in-audience`: no contact with the address was in the segment when the audience was frozen.',
    ),
  reason: z.string().nullable(),
  contact_id: id.nullable(),
  email_id: id.nullable(),
  steps: z.array(z.strictObject({ event_id: id, at: timestamp, said: z.string() })),
});

function addressIn({ address }: Readonly<Record<string, unknown>>): string {
  const read = typeof address === 'string' ? readBareAddress(address) : undefined;
  if (read !== undefined && 'address' in read) return read.address;
  const expected = 'must be an email address, for example `ann@example.com`';
  throw new ApiError(422, 'invalid_parameter', `The \`address\` parameter ${expected}.`);
}

export const whyBroadcast = get({
  path: '/dashboard-api/broadcasts/{id}/why',
  summary: 'Explain why a person did or did not get a broadcast',
  description:
    'Lists the position of the person in the frozen audience, the subscription choices, and the history of the email, each with its event in the log.',
  parameters: [
    idParameter,
    { ...query('address', { type: 'string' }, 'The email address of the person.'), required: true },
  ],
  errors: { 404: ['not_found'], 422: ['validation_error', 'invalid_parameter'] },
  answer: whyAnswer,
  examples: {
    why: {
      summary: 'A person who got the broadcast',
      answer: {
        ...{ object: 'broadcast_why', outcome: 'sent', reason: null, contact_id: contactId, email_id: emailId },
        steps: [
          {
            ...{ event_id: '019a3f5e-7c1a-7d30-9c4b-8b1d0f2a3d66', at: createdAt },
            said: `In segment ${segmentId} when it was sent: member 0 of chunk 0`,
          },
        ],
      },
    },
  },
  runs: WhyBroadcast,
  input: ({ teamId, path, query: asked }) => ({ teamId, broadcastId: path.id, address: addressIn(asked) }),
  isLongRead: () => true,
  present: ({ outcome, reason, contactId: contact, emailId: email, steps }) => ({
    object: 'broadcast_why' as const,
    ...{ outcome, reason, contact_id: contact, email_id: email },
    steps: steps.map(({ eventId, at, said }) => ({ event_id: eventId, at: restTimestamp(at), said })),
  }),
});
