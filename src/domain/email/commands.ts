import type { AcceptedEmail } from '../shared/accepted-email.js';
import type {
  AnsweredBy,
  DeliveryAttemptAbandoned,
  DeliveryReported,
  EmailClicked,
  EmailOpened,
  EmailSuppressed,
  RecordedReply,
  TlsUsed,
  UnansweredRecipient,
} from './events.js';
import type { ReplyJudgement } from './judging/judgement.js';
import type { RetryPolicy } from '../shared/retries/email-retries.js';

interface OpenEmail {
  readonly type: 'OpenEmail';
  readonly accepted: AcceptedEmail;
}

interface AbandonAccept {
  readonly type: 'AbandonAccept';
  readonly reason: 'append-unknown' | 'orphan-sweep';
}

/** Another time for a mail that waits for its time. */
export interface RescheduleEmail {
  readonly type: 'RescheduleEmail';
  /** ISO 8601, UTC, milliseconds. */
  readonly scheduledAt: string;
}

/** Stops a mail that waits for its time. */
export interface CancelEmail {
  readonly type: 'CancelEmail';
}

/** Asks for the right to send the final dot for these recipients. */
export interface ClaimDelivery {
  readonly type: 'ClaimDelivery';
  readonly attemptId: string;
  readonly recipients: readonly number[];
  readonly mxSet: string;
  readonly worker: string;
  /** ISO 8601; the dot is never sent after it. */
  readonly deadline: string;
  readonly tls: TlsUsed | null;
  readonly nowMs: number;
}

export interface AbandonAttempt {
  readonly type: 'AbandonAttempt';
  readonly attemptId: string;
  /** The recipients that the claim named (or would have named): it may not be visible yet. */
  readonly recipients: readonly number[];
  readonly reason: DeliveryAttemptAbandoned['data']['reason'];
}

export interface RecipientAnswer {
  readonly recipient: number;
  readonly reply: RecordedReply;
  /** A delay that the reply's text states. */
  readonly statedDelayMs?: number;
  /** A simulator that complains about what it takes. */
  readonly complains?: boolean;
}

export interface ReportedFailure {
  readonly recipient: number;
  readonly reply: RecordedReply;
  readonly judgement: ReplyJudgement;
}

/** What a report says of a recipient, without deciding anything. */
export type ReportedNote = Pick<DeliveryReported['data'], 'recipient' | 'what' | 'reply'>;

/** A report of delivery came back for an email that was taken. A fact: never refused. */
export interface RecordReport {
  readonly type: 'RecordReport';
  /** One for each report; stands where an attempt's id stands. */
  readonly reportId: string;
  readonly failures: readonly ReportedFailure[];
  /** What decides nothing. */
  readonly notes: readonly ReportedNote[];
}

/** What the receiving side answered. A fact: never refused. */
export interface RecordAnswers {
  readonly type: 'RecordAnswers';
  readonly attemptId: string;
  readonly answers: readonly RecipientAnswer[];
  /** Null when no way was found. */
  readonly mxSet: string | null;
  /** Null when no receiver was asked. */
  readonly answeredBy: AnsweredBy | null;
  readonly policy: RetryPolicy;
  readonly nowMs: number;
  /** From -1 to 1. */
  readonly jitter: number;
}

/** The dot may have been sent and no reply was seen. A fact: never refused. */
export interface RecordOutcomeUnknown {
  readonly type: 'RecordOutcomeUnknown';
  readonly attemptId: string;
  /** `recovery`: our own process died. */
  readonly recordedBy: 'worker' | 'recovery';
  /** None where it is not known how it ended. */
  readonly replies: readonly UnansweredRecipient[];
  readonly policy: RetryPolicy;
  readonly nowMs: number;
  readonly jitter: number;
}

/**
 * Nothing can be sent to these recipients any more: their keys are destroyed, or the domain that the mail is from is
 * deleted.
 */
export interface GiveUp {
  readonly type: 'GiveUp';
  readonly reason: 'erased' | 'domain-deleted' | 'too-large';
  readonly recipients: readonly number[];
}

/** By a person: recipients that wait for another try are due now. */
export interface RetryNow {
  readonly type: 'RetryNow';
  readonly destinations: readonly string[] | 'all';
  /** Also recipients that were given up because their outcome stayed unknown: they may get it twice. */
  readonly withUnknown: boolean;
  readonly reason: string;
  readonly nowMs: number;
}

/** By a person: no waiting recipient gets it any more. */
export interface DropWaiting {
  readonly type: 'DropWaiting';
  readonly destinations: readonly string[] | 'all';
  readonly why: string;
}

/** These recipients are not to be contacted: those that still wait are not sent to. */
export interface SuppressRecipients {
  readonly type: 'SuppressRecipients';
  readonly recipients: readonly Pick<EmailSuppressed['data'], 'recipient' | 'reason' | 'topicId'>[];
}

/** A recipient complains. A fact: never refused. */
export interface RecordComplaint {
  readonly type: 'RecordComplaint';
  readonly recipient: number;
}

/** By a team: a link opens the mail from now on. */
export interface ShareEmail {
  readonly type: 'ShareEmail';
  /** UUIDv7. */
  readonly shareId: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** By a team: the link opens nothing from now on. */
export interface RevokeShare {
  readonly type: 'RevokeShare';
  readonly shareId: string;
}

/** Hits of the mail's links and picture, judged. Facts: never refused, and each is recorded once. */
export interface RecordHits {
  readonly type: 'RecordHits';
  readonly hits: readonly (EmailOpened | EmailClicked)[];
}

export type EmailCommand =
  | OpenEmail
  | AbandonAccept
  | RescheduleEmail
  | CancelEmail
  | ClaimDelivery
  | AbandonAttempt
  | RecordAnswers
  | RecordReport
  | RecordOutcomeUnknown
  | GiveUp
  | RetryNow
  | DropWaiting
  | SuppressRecipients
  | RecordComplaint
  | ShareEmail
  | RevokeShare
  | RecordHits;

/** Why the time of a mail cannot be changed any more. */
export type ScheduleRefusal = 'never-scheduled' | 'already-sending' | 'email-canceled';

export type EmailRefusal =
  | ScheduleRefusal
  | 'accept-abandoned'
  | 'already-accepted'
  | 'email-not-found'
  | 'share-not-found'
  | 'not-due'
  | 'attempt-abandoned';
