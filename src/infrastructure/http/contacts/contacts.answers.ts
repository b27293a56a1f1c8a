import { z } from 'zod';
import type { ContactDocument } from '../../../projections/contacts/contacts.projection.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import * as shown from '../openapi/shared-examples.js';
import { id, timestamp } from '../openapi/shared-schemas.js';

export const object = 'contact' as const;
const rowMembers = {
  id,
  email: z.string().meta({ 'x-logged': 'domains' }),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  created_at: timestamp,
  unsubscribed: z.boolean().describe('From all marketing.'),
};
export const row = z.strictObject(rowMembers);
const property = z.strictObject({ type: z.enum(['string', 'number', 'boolean']), value: z.unknown() });
export const one = z.strictObject({
  object: z.literal(object),
  ...rowMembers,
  properties: z.record(z.string(), property).describe('By key, each with its type.'),
});
export function present({
  id,
  email,
  firstName,
  lastName,
  createdAt,
  unsubscribed,
}: ContactDocument): Answer<typeof row> {
  return {
    id,
    email,
    first_name: firstName,
    last_name: lastName,
    created_at: restTimestamp(createdAt),
    unsubscribed,
  };
}

export function presentOne(contact: ContactDocument): Answer<typeof one> {
  const properties = Object.entries(contact.properties).map(
    ([key, value]) => [key, { type: typeof value as 'string' | 'number' | 'boolean', value }] as const,
  );
  return { object, ...present(contact), properties: Object.fromEntries(properties) };
}

/* For examples. */
export const email = 'ann@example.com';
export const made = { object, id: shown.contactId };
export const annRow = {
  id: shown.contactId,
  email,
  first_name: 'Ann',
  last_name: null,
  created_at: shown.createdAt,
  unsubscribed: false,
};
