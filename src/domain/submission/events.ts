import type { AcceptAbandoned, AcceptedEmail, BodyReference } from '../shared/accepted-email.js';
import type { Personal } from '../shared/personal.js';

/** One mail of a submission: its id and the event that opens its stream. */
export interface SubmittedEmail {
  readonly emailId: string;
  readonly accepted: AcceptedEmail;
}

/** An item of a permissive batch that was refused. */
export interface RefusedItem {
  readonly index: number;
  readonly message: string;
}

/**
 * All of a request, accepted in one append: the key's (or the batch's) whole answer. Each mail's own stream is opened
 * from here, by the request itself or later by the process manager.
 */
export interface SubmissionAccepted {
  readonly type: 'SubmissionAccepted';
  readonly data: {
    readonly kind: 'single' | 'batch';
    /** Keyed hash of the payload; null where there was no idempotency key. */
    readonly payloadHash: string | null;
    readonly emailIds: readonly string[];
    /** The mails, or where the encrypted list of them lies when it is too large for one append. */
    readonly emails: readonly SubmittedEmail[] | BodyReference;
    /** Of a permissive batch, so that the first answer can be given again. */
    readonly errors: Personal<readonly RefusedItem[]> | null;
  };
}

export type SubmissionEvent = SubmissionAccepted | AcceptAbandoned;
