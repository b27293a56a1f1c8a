import { z } from 'zod';
import type { JsonSchema } from '../edge/field.js';

/** A request that customers' endpoints are sent. */
export interface WebhookMessage {
  /** As `email.delivered`. */
  readonly type: string;
  readonly summary: string;
  readonly body: z.ZodType;
}

const header = (name: string, description: string) => ({
  in: 'header',
  name,
  required: true,
  schema: { type: 'string' },
  description,
});
/** Each under `svix-…` too. */
const parameters = [
  header('webhook-id', 'The id of the message: the same for each repeat. Also as `svix-id`.'),
  header('webhook-timestamp', 'When it was signed, in seconds since 1970. Also as `svix-timestamp`.'),
  header('webhook-signature', 'One `v1,…` for each valid secret (Standard Webhooks). Also as `svix-signature`.'),
];

/** The `webhooks` of an OpenAPI document. */
export function describeWebhooks(messages: readonly WebhookMessage[]): JsonSchema {
  return Object.fromEntries(
    messages.map(({ type, summary, body }) => {
      const { $schema: _dialect, ...schema } = z.toJSONSchema(body);
      const post = {
        summary,
        tags: ['Webhooks'],
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { '2XX': { description: 'It was taken.' } },
      };
      return [type, { post }];
    }),
  );
}
