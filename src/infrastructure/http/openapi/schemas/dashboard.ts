import { z } from 'zod';
import { addresses, id, isoTime, listOf, replyMembers } from './shared.js';

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
