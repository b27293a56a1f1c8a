import { z } from 'zod';
import { id, listOf, timestamp } from '../openapi/shared-schemas.js';

const object = z.literal('suppression');

const members = {
  id,
  email: z.string().describe('`[erased]` once the person was erased; the entry holds all the same.'),
  origin: z.enum(['bounce', 'complaint', 'manual']),
  source_id: id.nullable().describe('The email that bounced or was complained about.'),
  created_at: timestamp,
  scope: z.enum(['all', 'bulk']).describe('Which emails are kept from the address. An extra of this server.'),
  expires_at: timestamp.nullable().describe('Null: for good. Once past it holds nothing. An extra of this server.'),
};

export const addedSuppression = z.strictObject({ object, id });
export const addedSuppressions = z.strictObject({ data: z.array(addedSuppression) });
export const suppressionList = listOf(z.strictObject(members));
export const oneSuppression = z.strictObject({ object, ...members });
export const removedSuppression = z.strictObject({ object, id, deleted: z.literal(true) });
export const removedSuppressions = z.strictObject({
  data: z.array(z.strictObject({ object, id, deleted: z.boolean().describe('False: it was not on the list.') })),
});
