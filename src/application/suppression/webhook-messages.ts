import { z } from 'zod';
import type { SuppressionEvent } from '../../domain/suppression/events.js';
import { foldSuppression, type SuppressionDocument } from '../../projections/suppressions/suppressions.projection.js';
import { messageOf, sampleIds, type WebhookMessages } from '../shared/webhook-message.js';

const data = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  origin: z.enum(['bounce', 'complaint', 'manual']),
  source_id: z.uuid().nullable(),
  created_at: z.iso.datetime(),
});

function make({ id, email, origin, sourceId, createdAt }: SuppressionDocument): z.output<typeof data> {
  return { id, email, origin, source_id: sourceId, created_at: createdAt };
}

const sample = (at: string): z.output<typeof data> => ({
  id: sampleIds.suppression,
  email: 'customer@example.net',
  origin: 'bounce',
  source_id: sampleIds.email,
  created_at: at,
});

const message = messageOf<SuppressionEvent, SuppressionDocument>();

export const suppressionMessages = {
  category: 'suppression',
  reads: 'until',
  /** A removal shows the entry as it was until then. */
  storyOf: ({ recorded, events }) =>
    foldSuppression(recorded.event.type === 'SuppressionRemoved' ? events.slice(0, -1) : events),
  subjectOf: ({ sourceId }) => ({ emailId: sourceId, domainId: null, tags: [] }),
  messages: [
    message('suppression.added', {
      from: ['SuppressionAdded'],
      data,
      summary: 'An address was added to the suppression list',
      make,
      sample,
    }),
    message('suppression.removed', {
      from: ['SuppressionRemoved'],
      data,
      summary: 'An address was removed from the suppression list',
      make,
      sample,
    }),
  ],
} satisfies WebhookMessages<SuppressionEvent, SuppressionDocument>;
