import type { SmtpStep } from '../judging/judgement.js';

/** What became of the email for one recipient (RFC 3464 §2.3.3). `sent-on`: to where no report comes from. */
export type ReportedAction = 'failed' | 'delayed' | 'delivered' | 'sent-on';

/** A recipient as a report names it: other servers rewrite addresses, so that each form of it is kept. */
export interface ReportedRecipient {
  /** Lower case, without its type; null where it is not named. RFC 3464 §2.3.1: as the sender wrote it. */
  readonly original: string | null;
  /** RFC 3464 §2.3.2: where it led to, as behind an alias. */
  readonly final: string | null;
  readonly action: ReportedAction;
  /** RFC 3463, such as `5.1.1`; null where it says nothing (`5.0.0`, `4.0.0`) or is absent. */
  readonly status: string | null;
  /** What the last server answered, or the reporting one says; null where there is neither. */
  readonly reply: ReportedReply | null;
  /** RFC 3464 §2.3.5, without its type. */
  readonly remoteHost: string | null;
}

export interface ReportedReply {
  /** Null where it is no reply of SMTP. */
  readonly code: number | null;
  readonly enhancedCode: string | null;
  readonly text: string;
  /** What was answered, where the report says so. */
  readonly step: SmtpStep | null;
}

/** `wanted`: it was taken for spam, and is none. `other`: nothing that its recipient said. */
export type Feedback = 'unwanted' | 'wanted' | 'other';

/** What a receiver says of an email on behalf of its user, and by what the email can be found. */
export interface Complaint {
  readonly feedback: Feedback;
  /** Where bounces of the email went, as the report and the returned header say. */
  readonly returnPaths: readonly string[];
  /** Without angle brackets. */
  readonly messageId: string | null;
  /** The signed links to leave that its header has. */
  readonly leaveTokens: readonly string[];
  /** Lower case; none where the receiver keeps it to itself. */
  readonly recipients: readonly string[];
}

/**
 * What an email is that came to a return path.
 *
 * - `bounce`: a report of delivery, with the recipients that it names (perhaps none: a bounce in plain text may not).
 * - `complaint`: a receiver says that its user called the email unwanted, or wanted.
 * - `automatic-reply`: of a person's vacation program and its kind (RFC 3834).
 * - `other`: none of these.
 */
export type IncomingReport =
  | {
      readonly kind: 'bounce';
      /** One without an address comes from a text that says only what became of the email. */
      readonly recipients: readonly ReportedRecipient[];
      readonly reportingHost: string | null;
    }
  | ({ readonly kind: 'complaint' } & Complaint)
  | { readonly kind: 'automatic-reply' }
  | { readonly kind: 'other' };
