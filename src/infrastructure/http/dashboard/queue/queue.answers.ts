import { z } from 'zod';
import type { Moved } from '../../../../application/queue/move-mails.js';
import type { Answer } from '../../openapi/operation.js';

const count = z.int().min(0);

export const queueChange = z.strictObject({
  object: z.literal('queue_change'),
  changed: z.boolean().describe('False: it was so already.'),
});
export const queueMove = z.strictObject({
  object: z.literal('queue_move'),
  emails: count,
  recipients: count.describe('Those in an attempt are left to it.'),
  failed: count.describe('Emails whose state could not be written: ask again.'),
  complete: z.boolean().describe('False: there is more; ask again.'),
});

export function presentMoved({ mails, recipients, unavailable, isComplete }: Moved): Answer<typeof queueMove> {
  return { object: 'queue_move', emails: mails, recipients, failed: unavailable, complete: isComplete };
}
