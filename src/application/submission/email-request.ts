import type { LinkTrouble } from '../../domain/shared/link-trouble.js';
import type { MailAbout } from './mail-about.js';
import type {
  AttachmentDetail,
  EmailTag,
  RetryClass,
  TrackChoice,
  BroadcastMember,
  UsedTemplate,
} from '../../domain/shared/accepted-email.js';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import type { MergeRefusal, MergeValues } from '../../domain/template/merge.js';
import type { SendWindowRefusal } from '../email/schedule-email.js';
import type { FetchProblem } from '../ports/attachment-fetcher.js';
import type { Unavailable } from '../shared/context.js';
import type { TemplateKey } from '../template/template-streams.js';
import type { QuotaRefusal } from '../usage/quotas.js';

/** An attachment as the edge parsed it: its content, or where it is to be fetched from. */
export interface RequestedAttachment extends AttachmentDetail {
  readonly source: { readonly content: Uint8Array } | { readonly url: string };
}

/** One email as REST parsed it: valid on its own, its text part already derived from the html where it was absent. */
export interface EmailRequest {
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc: readonly Mailbox[];
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  readonly html?: string;
  readonly text?: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly tags: readonly EmailTag[];
  readonly retryClass: RetryClass;
  /** What it is about, and whether it carries links to leave; absent: it goes to every recipient, without. */
  readonly about?: MailAbout;
  /** Defaults to what the domain tracks. */
  readonly track?: TrackChoice;
  /** In the order given. */
  readonly attachments: readonly RequestedAttachment[];
  /** ISO 8601, UTC, milliseconds: not sent before. When absent, at once. */
  readonly scheduledAt?: string;
  /** In place of html and text: the version that it is composed from, and its values. */
  readonly merge?: { readonly used: UsedTemplate | BroadcastMember; readonly values: MergeValues };
}

/** An email of which a template brings what it does not say itself. */
export interface TemplatedRequest extends Omit<EmailRequest, 'from' | 'subject' | 'html' | 'text' | 'merge'> {
  readonly from?: Mailbox;
  readonly subject?: string;
  readonly template: { readonly key: TemplateKey; readonly variables: Readonly<Record<string, unknown>> };
}

export type FillRefusal =
  | MergeRefusal
  | { readonly refused: 'unknown-template' }
  | { readonly refused: 'unpublished-template' }
  | { readonly refused: 'template-without'; readonly field: 'from' | 'subject' };

/** As it was asked for: whole, or with a template for what is missing. */
export type RequestedEmail = EmailRequest | TemplatedRequest;

/**
 * `method` and `path` are the key's scope: the canonical path (an alias shares it), or one for all of SMTP, and for
 * notices. `payload` is the parsed body or message, long texts by digest.
 */
export interface Idempotency {
  readonly key: string;
  readonly method: 'POST' | 'SMTP' | 'NOTICE';
  readonly path: '/emails' | '/emails/batch' | '/emails/resend' | 'message';
  readonly payload: unknown;
}

/** This sender may not send this mail. */
export type SenderRefusal =
  | { readonly refused: 'domain-not-verified'; readonly domain: string }
  | { readonly refused: 'domain-not-allowed-for-key'; readonly domain: string }
  | { readonly refused: 'sandbox-recipient'; readonly domain: string }
  | { readonly refused: 'unknown-topic'; readonly id: string }
  /** `field`: what asks for a link, as REST names it. */
  | {
      readonly refused: 'links-unreachable';
      readonly field: 'topic_id' | 'X-Posthorn-Unsubscribe' | 'html';
      readonly trouble: LinkTrouble;
    };

/** A sound request that is not allowed. */
export type SendRefusal =
  | SenderRefusal
  | FillRefusal
  | {
      readonly refused: 'attachment-not-fetched';
      /** Its place in the mail's list. */
      readonly attachment: number;
      readonly why: FetchProblem | { readonly problem: 'too-large' };
    }
  | SendWindowRefusal;

/** Addresses, names, subject, header fields and names of files together: they stand in one event. */
export interface DetailsTooLarge {
  readonly refused: 'details-too-large';
}

/** An allowed one that cannot be taken, or not now. */
export type TakingRefusal =
  | { readonly refused: 'idempotency-conflict' }
  | { readonly refused: 'idempotency-in-progress' }
  | DetailsTooLarge
  | QuotaRefusal
  | Unavailable;

export type AcceptRefusal = SendRefusal | TakingRefusal;
