import { z } from 'zod';
import { byContactWireName } from '../../../domain/shared/contact-fields.js';
import type { ContactDocument } from '../../../projections/contacts/contacts.projection.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import * as shown from '../openapi/shared-examples.js';
import { id, timestamp } from '../openapi/shared-schemas.js';

export const object = 'contact' as const;
const rowMembers = {
  id,
  email: z.string().meta({ 'x-logged': 'domains' }),
  ...byContactWireName(() => z.string().nullable()),
  created_at: timestamp,
  unsubscribed: z.boolean().describe('True if the contact is unsubscribed from all marketing.'),
};
export const row = z.strictObject(rowMembers);
const property = z.strictObject({ type: z.enum(['string', 'number', 'boolean']), value: z.unknown() });
export const one = z.strictObject({
  object: z.literal(object),
  ...rowMembers,
  properties: z.record(z.string(), property).describe('The properties by key, each with its type and value.'),
});
export function present(contact: ContactDocument): Answer<typeof row> {
  const { id, email, createdAt, unsubscribed } = contact;
  return {
    id,
    email,
    ...byContactWireName((key) => contact[key]),
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
  ...byContactWireName(() => null),
  first_name: 'Ann',
  created_at: shown.createdAt,
  unsubscribed: false,
};
