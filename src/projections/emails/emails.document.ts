import type { EmailSuppressed, TrackingEvent } from '../../domain/email/events.js';
import type { ReplyKind } from '../../domain/email/judging/judgement.js';
import type {
  BodyReference,
  BroadcastMember,
  EmailTag,
  PartPlace,
  RawMessage,
  RecipientRole,
  RetryClass,
  UsedTemplate,
} from '../../domain/shared/accepted-email.js';
import { reveal } from '../../domain/shared/personal.js';

/** `scheduled` or `queued` until the first attempt starts. The ones after `sent` are about at least one recipient. */
export const lastEvents = [
  'scheduled',
  'queued',
  'canceled',
  'sent',
  'delivery_delayed',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'failed',
  'suppressed',
  'complained',
] as const;
export type LastEvent = (typeof lastEvents)[number];

/**
 * `scheduled`: waits for the mail's time. `queued`: due, never tried. `sent`: an attempt is under way.
 * `outcome_unknown`: the receiver may or may not have it.
 */
export type RecipientStatus = Exclude<LastEvent, 'opened' | 'clicked'> | 'outcome_unknown';

export interface LastReply {
  /** Null where there was no reply at all. */
  readonly code: number | null;
  readonly enhancedCode: string | null;
  readonly text: string;
}

export interface EmailRecipient {
  /** Its number in `EmailAccepted`. */
  readonly recipient: number;
  readonly role: RecipientRole;
  readonly address: string;
  readonly status: RecipientStatus;
  readonly lastReply: LastReply | null;
  /** What the reply said that it bounced with; only where it did and the reply was judged. */
  readonly bounce?: ReplyKind;
  /** Why it was never tried; only where it was not. */
  readonly suppressed?: Pick<EmailSuppressed['data'], 'reason' | 'topicId'>;
  /** ISO 8601, of the last event about it. */
  readonly at: string;
}

export interface EmailAttachment {
  readonly id: string;
  readonly filename: string | null;
  readonly contentType: string;
  /** With one it is shown inside the html. */
  readonly contentId: string | null;
  /** Bytes. */
  readonly size: number;
  readonly content: BodyReference;
  /** Where in a raw message the content lies. */
  readonly part?: PartPlace;
}

/** How often a mail was shown, or links of it were followed. */
export interface HitCounts {
  readonly people: number;
  /** By privacy proxies and scanners. */
  readonly machines: number;
}

/** A link that a person followed. */
interface FollowedLink {
  /** Its number in the html. */
  readonly link: number;
  readonly url: string;
  /** ISO 8601: the last time. */
  readonly at: string;
}

export const emailKinds = ['transactional', 'broadcast'] as const;
export type EmailKind = (typeof emailKinds)[number];

/** One mail, as lists and GET show it. Mailboxes read `Name <address>` or the bare address. */
export interface EmailDocument {
  readonly id: string;
  readonly teamId: string | null;
  readonly messageId: string;
  readonly domainId: string;
  readonly sandbox: boolean;
  readonly retryClass: RetryClass;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo: readonly string[];
  readonly subject: string;
  readonly tags: readonly EmailTag[];
  /** The one that it was sent with; null: it came over SMTP, or from the server itself. */
  readonly apiKeyId: string | null;
  /** What it is found by: see `emailTokens`. Of nothing that is erased. */
  readonly tokens: readonly string[];
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; null where it was to leave at once. */
  readonly scheduledAt: string | null;
  readonly lastEvent: LastEvent;
  readonly recipients: readonly EmailRecipient[];
  /** Only where its picture was loaded. */
  readonly opens?: HitCounts;
  /** Only where a link of it was followed. */
  readonly clicks?: HitCounts;
  /** ISO 8601: the last time by a person; only where one did. */
  readonly openedAt?: string;
  readonly clickedAt?: string;
  /** The last few that a person followed; only where one did. */
  readonly followed?: readonly FollowedLink[];
  /** Only where it is about one. */
  readonly topicId?: string;
  readonly body: BodyReference;
  /** Only where it is composed from one. */
  readonly template?: UsedTemplate;
  /** What lists of the page are parted by. */
  readonly kind: EmailKind;
  /** Only where it is of one. */
  readonly broadcast?: BroadcastMember;
  /** Only for an email that came as RFC 5322 text, which is its body. */
  readonly raw?: Pick<RawMessage, 'sizeBytes' | 'text' | 'html'>;
  /** In the order given; none once the mail was erased. */
  readonly attachments: readonly EmailAttachment[];
  /** The mail's own key is destroyed: subject, sender, tags, body and attachments are gone for ever. */
  readonly erased: boolean;
}

/** Links of one email that are kept, and how much of each. */
const mostFollowed = 20;
const mostUrlCharacters = 1_000;

/** When a person did such a thing last, and where links led. */
export function lastTimes(
  { openedAt, clickedAt, followed = [] }: EmailDocument,
  event: TrackingEvent,
): Partial<EmailDocument> {
  const { at } = event.data;
  if (event.type === 'EmailOpened') return { openedAt: later(openedAt, at) };
  const { link, seen } = event.data;
  const url = reveal(seen)?.url.slice(0, mostUrlCharacters);
  const others = followed.filter((each) => each.link !== link);
  const known = followed.find((each) => each.link === link);
  const own = url === undefined ? [] : [{ link, url, at: later(known?.at, at) }];
  return { clickedAt: later(clickedAt, at), followed: [...others, ...own].slice(-mostFollowed) };
}

/** Hits may come in another order than they happened. */
const later = (one: string | undefined, other: string): string => (one !== undefined && one > other ? one : other);
