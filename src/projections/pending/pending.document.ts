import type { RecordedReply } from '../../domain/email/events.js';
import type { RetryClass } from '../../domain/shared/accepted-email.js';

/** Due at `dueAt` (ISO 8601), or held by an attempt: an open one, or one whose outcome is unknown and not sent again. */
export type PendingRecipient = { readonly dueAt: string } | { readonly attemptId: string };

export interface PendingClaim {
  readonly attemptId: string;
  readonly worker: string;
  /** ISO 8601. */
  readonly deadline: string;
}

/** The unsettled recipients of one mail at one destination. The row goes when the last of them is settled. */
export interface PendingDocument {
  /** `emailId:destination`. */
  readonly id: string;
  readonly emailId: string;
  readonly destination: string;
  readonly teamId: string | null;
  readonly region: string | null;
  readonly retryClass: RetryClass;
  /** 1 at the accept, one more for each change of who is due: what a job was made for. As the email's decider counts it. */
  readonly generation: number;
  /** By number; those without a last word only. */
  readonly recipients: Readonly<Record<string, PendingRecipient>>;
  /** `due` when any recipient is. */
  readonly state: 'due' | 'claimed';
  /** ISO 8601, the earliest due recipient's; empty when none is due. */
  readonly dueAt: string;
  /** Where it was tried last, as far as that is known. */
  readonly mxSet: string | null;
  /** Of the last try that came to nothing: codes only. */
  readonly lastReply: Pick<RecordedReply, 'step' | 'code' | 'enhancedCode'> | null;
  readonly claims: readonly PendingClaim[];
  /** 1 while `claims` holds any: what recovery looks for. */
  readonly claimed: 0 | 1;
}
