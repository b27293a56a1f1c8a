import { z } from 'zod';
import { id, listOf, timestamp } from '../openapi/shared-schemas.js';

const row = {
  id: id.describe('The request id, as in `x-request-id`.'),
  created_at: timestamp,
  endpoint: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']),
  response_status: z.int(),
  user_agent: z.string().nullable(),
};
const body = z.record(z.string(), z.unknown()).nullable();

export const logList = listOf(z.strictObject(row));
export const log = z.strictObject({
  object: z.literal('log'),
  ...row,
  request_body: body.describe('Redacted. Of accepted emails: as they read today. An array stands in `items`.'),
  response_body: body.describe('Redacted.'),
});
