import type { HitCause } from '../../../domain/tracking/judge-hit.js';
import type { ContactWireName } from '../../../domain/shared/contact-fields.js';
import type { EmailTag } from '../../../domain/shared/accepted-email.js';
import type { BounceSubType, BounceType } from '../../../domain/email/judging/judgement.js';
import type { CapabilityStatus } from '../../../domain/sending-domain/events.js';
import type { DomainStatus } from '../../../domain/sending-domain/verification.js';
import type { SuppressionOrigin } from '../../../domain/suppression/events.js';

/*
 * What the public contract says of the bodies of webhooks. These shapes are published: they follow no change of the
 * events that they are made from. Members are those of the wire; times are ISO 8601.
 */

export interface EmailData {
  readonly email_id: string;
  readonly created_at: string;
  readonly message_id: string;
  readonly from: string;
  /** Those whom the message is about. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly template_id?: string;
  readonly broadcast_id?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
}

export interface OpenData {
  readonly ipAddress: string;
  readonly timestamp: string;
  readonly userAgent: string;
  /** An extra of ours: who it was, by the rules of that day. */
  readonly judged: HitCause;
}

export interface ClickData extends OpenData {
  readonly link: string;
}

export interface BounceData {
  readonly type: BounceType;
  readonly subType: BounceSubType;
  readonly message: string;
  readonly diagnosticCode: readonly string[];
}

export interface SuppressedData {
  readonly type: 'Suppressed' | 'OnAccountSuppressionList';
  readonly message: string;
  readonly reason: 'previous_bounce' | 'previous_complaint';
  readonly diagnosticCode: readonly string[];
}

export interface DomainData {
  readonly id: string;
  readonly name: string;
  readonly status: Exclude<DomainStatus, 'temporary_failure'>;
  readonly created_at: string;
  readonly region: string;
  readonly records: readonly DomainRecordData[];
}

export interface DomainRecordData {
  readonly record: 'SPF' | 'DKIM' | 'Receiving MX' | 'Tracking' | 'TrackingCAA';
  readonly name: string;
  readonly type: 'MX' | 'TXT' | 'CNAME' | 'CAA';
  readonly ttl: string;
  readonly status: CapabilityStatus;
  readonly value: string;
  readonly priority?: number;
}

export interface SuppressionData {
  readonly id: string;
  readonly email: string;
  readonly origin: SuppressionOrigin;
  readonly source_id: string | null;
  readonly created_at: string;
}

export interface ContactData extends Readonly<Record<ContactWireName, string | null>> {
  readonly id: string;
  /** The team: all of its contacts are one audience. */
  readonly audience_id: string;
  readonly segment_ids: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly email: string;
  readonly unsubscribed: boolean;
}

interface ContactTopicsData {
  readonly email: string;
  /** Those that have changed. */
  readonly topics: readonly { readonly id: string; readonly subscription: 'opt_in' | 'opt_out' }[];
}

export interface TopicData {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly default_subscription: 'opt_in' | 'opt_out';
  readonly deleted: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The data of each type. A later type is a member here, a row in `payloads.ts` and a sample in `samples.ts`. */
export interface PayloadData {
  readonly 'email.sent': EmailData;
  readonly 'email.scheduled': EmailData;
  readonly 'email.delivered': EmailData;
  readonly 'email.delivery_delayed': EmailData;
  readonly 'email.complained': EmailData;
  readonly 'email.bounced': EmailData & { readonly bounce: BounceData };
  readonly 'email.failed': EmailData & { readonly failed: { readonly reason: string } };
  readonly 'email.suppressed': EmailData & { readonly suppressed: SuppressedData };
  readonly 'email.opened': EmailData & { readonly open: OpenData };
  readonly 'email.clicked': EmailData & { readonly click: ClickData };
  readonly 'contact.created': ContactData;
  readonly 'contact.updated': ContactData;
  readonly 'contact.deleted': ContactData;
  readonly 'contact.topics.updated': ContactTopicsData;
  readonly 'domain.created': DomainData;
  readonly 'domain.updated': DomainData;
  readonly 'domain.deleted': DomainData;
  readonly 'suppression.added': SuppressionData;
  readonly 'suppression.removed': SuppressionData;
  readonly 'topic.created': TopicData;
  readonly 'topic.updated': TopicData;
  readonly 'topic.deleted': TopicData;
}

export type MessageType = keyof PayloadData;

/** One message that an event makes, for whichever endpoint. */
export type Payload = {
  readonly [Type in MessageType]: {
    readonly type: Type;
    readonly data: PayloadData[Type];
    readonly subject: MessageSubject;
  };
}[MessageType];

/** What an endpoint's filters look at. */
export interface MessageSubject {
  readonly emailId: string | null;
  readonly domainId: string | null;
  readonly tags: readonly EmailTag[];
}

/** The body of the request, as text. */
export function bodyOf({ type, data }: Payload, createdAt: string): string {
  return JSON.stringify({ type, created_at: createdAt, data });
}
