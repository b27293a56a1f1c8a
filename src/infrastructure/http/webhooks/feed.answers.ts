import { z } from 'zod';
import type { Message } from '../../../application/webhook/endpoint-messages.js';
import type { Answer } from '../openapi/operation.js';
import { messageId, messagePayload } from './webhooks.answers.js';

const feedMessage = messagePayload.extend({
  id: messageId.describe('The same whenever it is asked for. An endpoint gets the same event under an id of its own.'),
});

export const eventFeed = z.strictObject({
  object: z.literal('list'),
  has_more: z.boolean().describe('Ask again at once, with `next`; also where this page is empty.'),
  data: z.array(feedMessage),
  next: z.string().describe('What `after` is to be in the next request.'),
});

export function presentFeedMessage({ id, payload, createdAt }: Message): Answer<typeof feedMessage> {
  return { id, type: payload.type, created_at: createdAt, data: payload.data };
}
