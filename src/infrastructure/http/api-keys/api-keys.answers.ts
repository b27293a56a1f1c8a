import { z } from 'zod';
import { id, listOf, timestamp } from '../openapi/shared-schemas.js';

export const createdApiKey = z.strictObject({
  object: z.literal('api_key'),
  id,
  token: z.string().describe('Shown once, here.'),
});
export const changedApiKey = z.strictObject({ object: z.literal('api_key'), id });
export const deletedApiKey = z.strictObject({ object: z.literal('api_key'), id, deleted: z.literal(true) });
export const apiKeyList = listOf(
  z.strictObject({ id, name: z.string(), created_at: timestamp, last_used_at: timestamp.nullable() }),
);
