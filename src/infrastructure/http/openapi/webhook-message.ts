import { z } from 'zod';
import { messages, type MessageType } from '../../../application/webhook/messages.js';
import type { JsonSchema } from '../edge/field.js';

const header = (name: string, description: string) => ({
  in: 'header',
  name,
  required: true,
  schema: { type: 'string' },
  description,
});
/** Each under `svix-…` too. */
const parameters = [
  header('webhook-id', 'The ID of the message. It is the same for every attempt. Also sent as `svix-id`.'),
  header(
    'webhook-timestamp',
    'The time of the signature, in seconds since the Unix epoch. Also sent as `svix-timestamp`.',
  ),
  header(
    'webhook-signature',
    'One signature (`v1,…`) for each valid secret, as defined by Standard Webhooks. Also sent as `svix-signature`.',
  ),
];

/** What an endpoint is sent. */
export const webhookBody = (type: MessageType, data: z.ZodType) =>
  z.strictObject({ type: z.literal(type), created_at: z.iso.datetime(), data });

/** The `webhooks` of an OpenAPI document. */
export function describeWebhooks(): JsonSchema {
  return Object.fromEntries(
    messages.map(({ type, summary, data }) => {
      const { $schema: _dialect, ...schema } = z.toJSONSchema(webhookBody(type, data));
      const post = {
        summary,
        tags: ['Webhooks'],
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { '2XX': { description: 'The endpoint accepted the message.' } },
      };
      return [type, { post }];
    }),
  );
}
