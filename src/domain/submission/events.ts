import { z } from 'zod';
import { acceptAbandoned, acceptedEmail, bodyReference } from '../shared/accepted-email.js';
import { type DataOf, event, type EventIn, type EventOf, personal, streams } from '../shared/event.js';

const submittedEmail = z.object({ emailId: z.string(), accepted: acceptedEmail });
/** One mail of a submission: its id and the event that opens its stream. */
export type SubmittedEmail = DataOf<typeof submittedEmail>;

const refusedItem = z.object({ index: z.number(), message: z.string() });
/** An item of a permissive batch that was refused. */
export type RefusedItem = DataOf<typeof refusedItem>;

/**
 * All of a request, accepted in one append: the key's (or the batch's) whole answer. Each mail's own stream is opened
 * from here, by the request itself or later by the process manager.
 */
const submissionAccepted = event('SubmissionAccepted', {
  data: z.object({
    kind: z.enum(['single', 'batch']),
    /** Keyed hash of the payload; null where there was no idempotency key. */
    payloadHash: z.string().nullable(),
    emailIds: z.array(z.string()),
    /** The mails, or where the encrypted list of them lies when it is too large for one append. */
    emails: z.union([z.array(submittedEmail), bodyReference]),
    /** Refused items of a permissive batch, so that the first answer can be given again. */
    errors: personal(z.array(refusedItem), { erased: 'with any of its emails' }).nullable(),
  }),
  summary: ({ emailIds }) => `Accepted, one answer for: ${emailIds.join(', ')}`,
});
export type SubmissionAccepted = EventOf<typeof submissionAccepted>;

export const submissionStreams = streams('submission', [submissionAccepted, acceptAbandoned], { activity: 'never' });
export type SubmissionEvent = EventIn<typeof submissionStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly submission: true;
  }
}
