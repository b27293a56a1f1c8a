import type { AcceptAbandoned, AcceptedEmail, RetryClass } from '../shared/accepted-email.js';
import type { Personal } from '../shared/personal.js';
import type { ReplyJudgement, SmtpStep } from './judging/judgement.js';

/** The mail is ours to deliver. Every later event names the recipients by number. */
export interface EmailAccepted {
  readonly type: 'EmailAccepted';
  readonly data: AcceptedEmail;
}

export interface TlsUsed {
  readonly protocol: string;
  readonly cipher: string;
  readonly authorized: boolean;
}

/**
 * The claim: the data is with the receiver and only the final dot is missing. Only the writer whose own append was
 * acknowledged sends the dot, before `deadline` (ISO time).
 */
export interface DeliveryAttemptStarted {
  readonly type: 'DeliveryAttemptStarted';
  readonly data: {
    readonly attemptId: string;
    readonly recipients: readonly number[];
    readonly destinations: readonly string[];
    readonly mxSet: string;
    readonly worker: string;
    readonly deadline: string;
    readonly tls: TlsUsed | null;
  };
}

/** The dot was certainly not sent: the attempt's recipients are free at once. */
export interface DeliveryAttemptAbandoned {
  readonly type: 'DeliveryAttemptAbandoned';
  readonly data: {
    readonly attemptId: string;
    readonly recipients: readonly number[];
    readonly destinations: readonly string[];
    readonly reason: 'append-unknown' | 'deadline-passed' | 'lease-lost' | 'connection-lost' | 'stopping';
  };
}

/** The dot was (or may have been) sent and no reply was seen. `retries`: the recipients that are sent to again, and when. */
export interface DeliveryOutcomeUnknown {
  readonly type: 'DeliveryOutcomeUnknown';
  readonly data: {
    readonly attemptId: string;
    readonly recipients: readonly number[];
    readonly destinations: readonly string[];
    readonly recordedBy: 'worker' | 'recovery';
    readonly retries: readonly { readonly recipient: number; readonly dueAt: string }[];
    /** Of each recipient, where the worker recorded it; none after a crash, and before this was noted. */
    readonly replies: readonly UnansweredRecipient[];
  };
}

/** In the place of a reply: how it was lost. */
export interface UnansweredRecipient {
  readonly recipient: number;
  readonly reply: RecordedReply;
}

/** What the receiving side answered, RFC 5321 §4.2. The text and the host may name a person, so they are personal. */
export interface RecordedReply {
  readonly step: SmtpStep;
  /** Three digits, or null where there was no reply at all (refused, timed out, reset). */
  readonly code: number | null;
  /** RFC 3463, such as `5.1.1`. */
  readonly enhancedCode: string | null;
  readonly detail: Personal<{
    readonly text: string;
    readonly host: string;
    /** The conversation, line by line; absent for a plain delivery at the first try. */
    readonly conversation?: string | undefined;
  }>;
}

interface RecipientOutcome {
  readonly attemptId: string;
  readonly recipient: number;
  readonly destination: string;
}

/** Who spoke: the receiver's own MX, the operator's relay on behalf of others, or a simulator on this machine. */
export type AnsweredBy = 'mx' | 'relay' | 'catcher';

/** What the reply meant by the rules of that day; null where it was recorded before there were any, or without a reply. */
interface Judged {
  readonly judgement: ReplyJudgement | null;
  /** Null: no receiver was asked, as where the DNS knows no way; or it was recorded before this was noted. */
  readonly answeredBy: AnsweredBy | null;
}

/** The receiver took the mail for this recipient. */
export interface EmailDelivered {
  readonly type: 'EmailDelivered';
  readonly data: RecipientOutcome & { readonly reply: RecordedReply };
}

/** A passing problem; the recipient is due again at `dueAt`. */
export interface DeliveryDeferred {
  readonly type: 'DeliveryDeferred';
  readonly data: RecipientOutcome &
    Judged & {
      readonly reply: RecordedReply;
      readonly dueAt: string;
      /** Where it was tried; null: no way was found, or it was recorded before this was noted. */
      readonly mxSet: string | null;
    };
}

/** The receiver refused for good. */
export interface EmailBounced {
  readonly type: 'EmailBounced';
  readonly data: RecipientOutcome & Judged & { readonly reply: RecordedReply };
}

/** We gave up: retries ran out, the outcome stayed unknown too often, the address was erased while it waited, or a person dropped it. */
export interface EmailFailed {
  readonly type: 'EmailFailed';
  readonly data: {
    readonly attemptId: string | null;
    readonly recipient: number;
    readonly destination: string;
    readonly reason: 'expired' | 'outcome-unknown' | 'erased' | 'domain-deleted' | 'dropped';
    readonly reply: RecordedReply | null;
    readonly judgement: ReplyJudgement | null;
    readonly answeredBy: AnsweredBy | null;
    /** What the person who dropped it gave as a reason. */
    readonly why: string | null;
  };
}

/** Never tried: the address is on the team's suppression list (or plays one that is). */
export interface EmailSuppressed {
  readonly type: 'EmailSuppressed';
  readonly data: {
    readonly recipient: number;
    readonly destination: string;
    readonly reason: 'bounce' | 'complaint' | 'manual' | 'simulated';
  };
}

/** The recipient called it unwanted after it was delivered. */
export interface EmailComplained {
  readonly type: 'EmailComplained';
  readonly data: {
    readonly recipient: number;
    readonly destination: string;
    readonly by: 'receiver' | 'simulator';
  };
}

/** Not sent before `scheduledAt` (ISO 8601) any more, or from then on already. Nothing of it had been tried. */
export interface EmailRescheduled {
  readonly type: 'EmailRescheduled';
  readonly data: { readonly scheduledAt: string; readonly destinations: readonly string[] };
}

/** Stopped before anything of it was tried: it is never sent. */
export interface EmailCanceled {
  readonly type: 'EmailCanceled';
  readonly data: { readonly destinations: readonly string[] };
}

/** A person made it due at once: what waited for another try, or a recipient given up because its outcome stayed unknown. */
export interface EmailRetried {
  readonly type: 'EmailRetried';
  readonly data: {
    readonly destinations: readonly {
      readonly destination: string;
      /** Of the jobs for this destination, from now on. */
      readonly generation: number;
      readonly recipients: readonly number[];
    }[];
    readonly retryClass: RetryClass;
    readonly reason: string;
  };
}

/** A link that opens the mail without an API key, until `expiresAt` (ISO 8601). */
export interface EmailShared {
  readonly type: 'EmailShared';
  readonly data: { readonly shareId: string; readonly expiresAt: string };
}

/** The link opens nothing any more. */
export interface EmailShareRevoked {
  readonly type: 'EmailShareRevoked';
  readonly data: { readonly shareId: string };
}

/** Nothing of these is about delivery. */
export type SharingEvent = EmailShared | EmailShareRevoked;

export type EmailEvent =
  | EmailAccepted
  | AcceptAbandoned
  | EmailRescheduled
  | EmailCanceled
  | EmailRetried
  | DeliveryAttemptStarted
  | DeliveryAttemptAbandoned
  | DeliveryOutcomeUnknown
  | EmailDelivered
  | DeliveryDeferred
  | EmailBounced
  | EmailFailed
  | EmailSuppressed
  | EmailComplained
  | SharingEvent;
