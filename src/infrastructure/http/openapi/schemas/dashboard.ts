import { z } from 'zod';
import { email } from './emails.js';
import { addresses, id, isoTime, listOf, replyMembers } from './shared.js';

export const status = z.strictObject({
  object: z.literal('status'),
  delivery: z.strictObject({
    state: z.enum(['running', 'held']).describe('`held`: since a restore, until `posthorn resume`; nothing is sent.'),
    held_since: isoTime.nullable(),
  }),
});
export const timeline = listOf(
  z.strictObject({
    id,
    type: z.string(),
    created_at: isoTime,
    actor: z.string(),
    recipients: z.array(z.int().min(0)).describe('Places in `recipients` of the email, from 0.'),
    summary: z.string(),
    reply: z.strictObject({ step: z.string(), ...replyMembers, host: z.string() }).nullable(),
  }),
);
const actor = z.strictObject({ kind: z.enum(['api-key', 'user', 'smtp-session', 'system', 'cli']), id: z.string() });
export const emailHistory = z.strictObject({
  object: z.literal('email_history'),
  at: isoTime.nullable().describe('Null: the present.'),
  state: email
    .nullable()
    .describe('As GET /emails/{id} shows it, without its content; null where it was not there yet.'),
  data: z.array(
    z.strictObject({
      id,
      type: z.string(),
      created_at: isoTime,
      actor,
      summary: z.string(),
      request_id: z.string().nullable().describe('The API request that it began with, as in the request log.'),
      because: z
        .array(
          z.strictObject({ id, type: z.string().nullable(), created_at: isoTime.nullable(), actor: actor.nullable() }),
        )
        .describe('What it followed from, the nearest first; nulls for an event that is not in the log any more.'),
    }),
  ),
});
export const capturedList = listOf(
  z.strictObject({
    received_at: isoTime,
    reverse_path: z.string(),
    recipients: addresses,
    subject: z.string(),
    html: z.string().nullable(),
    text: z.string().nullable(),
    headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    raw: z.string(),
  }),
);
