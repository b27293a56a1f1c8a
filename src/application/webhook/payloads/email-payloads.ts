import type {
  EmailAccepted,
  EmailBounced,
  EmailClicked,
  EmailEvent,
  EmailFailed,
  EmailOpened,
  EmailSuppressed,
  RecordedReply,
} from '../../../domain/email/events.js';
import type { BounceSubType, BounceType } from '../../../domain/email/judging/judgement.js';
import { erasedText, reveal } from '../../../domain/shared/personal.js';
import type { Recorded } from '../../../domain/shared/recorded.js';
import type { EmailDocument } from '../../../projections/emails/emails.document.js';
import type { BounceData, ClickData, EmailData, MessageType, OpenData, Payload, SuppressedData } from './payload.js';

/** A mail up to and with one event of it, decrypted. */
export interface MailStory {
  readonly events: readonly Recorded[];
  readonly mail: EmailDocument;
}

type Plain = Extract<
  MessageType,
  'email.sent' | 'email.scheduled' | 'email.delivered' | 'email.delivery_delayed' | 'email.complained'
>;

/** The messages that an event of a mail makes. */
export function emailPayloads(event: EmailEvent, story: MailStory): readonly Payload[] {
  switch (event.type) {
    case 'EmailAccepted':
      return [plainly(event.data.scheduledAt === null ? 'email.sent' : 'email.scheduled', story)];
    case 'EmailRescheduled':
      return [plainly('email.scheduled', story)];
    case 'DeliveryAttemptStarted':
      return isFirstAttemptOfScheduled(story) ? [plainly('email.sent', story)] : [];
    case 'EmailDelivered':
      return [plainly('email.delivered', story, event.data.recipient)];
    case 'DeliveryDeferred':
      return [plainly('email.delivery_delayed', story, event.data.recipient)];
    case 'EmailComplained':
      return [plainly('email.complained', story, event.data.recipient)];
    case 'EmailBounced':
      return [made('email.bounced', story, { ...dataOf(story, event.data.recipient), bounce: bounceOf(event.data) })];
    case 'EmailFailed':
      return [made('email.failed', story, { ...dataOf(story, event.data.recipient), failed: failedOf(event.data) })];
    case 'EmailSuppressed':
      return [
        made('email.suppressed', story, {
          ...dataOf(story, event.data.recipient),
          suppressed: suppressedOf(event.data),
        }),
      ];
    case 'EmailOpened':
      return [made('email.opened', story, { ...hitDataOf(story, event.data.recipient), open: openOf(event.data) })];
    case 'EmailClicked':
      return [made('email.clicked', story, { ...hitDataOf(story, event.data.recipient), click: clickOf(event.data) })];
    default:
      return [];
  }
}

/** Without a recipient it may have been any of them. */
const hitDataOf = (story: MailStory, recipient: number | null): EmailData => dataOf(story, recipient ?? undefined);

function openOf({ at, judged, seen }: EmailOpened['data']): OpenData {
  const { ipAddress = '', userAgent = '' } = reveal(seen) ?? {};
  return { ipAddress, timestamp: at, userAgent, judged };
}

function clickOf({ at, judged, seen }: EmailClicked['data']): ClickData {
  const { ipAddress = '', userAgent = '', url = '' } = reveal(seen) ?? {};
  return { ipAddress, link: url, timestamp: at, userAgent, judged };
}

function plainly(type: Plain, story: MailStory, recipient?: number): Payload {
  return made(type, story, dataOf(story, recipient));
}

function made<Type extends MessageType>(
  type: Type,
  { mail }: MailStory,
  data: Extract<Payload, { type: Type }>['data'],
): Payload {
  const subject = { emailId: mail.id, domainId: mail.domainId, tags: mail.tags };
  // The type and its data belong together by the signature; the union cannot see it.
  return { type, data, subject } as Payload;
}

/**
 * A mail that is to leave at once makes `email.sent` when it is accepted; one with a time of its own, when it is tried
 * first.
 */
function isFirstAttemptOfScheduled({ events, mail }: MailStory): boolean {
  const attempts = events.filter(({ event }) => event.type === 'DeliveryAttemptStarted');
  return mail.scheduledAt !== null && attempts.length === 1;
}

/** Without a recipient it is about all of them. */
function dataOf({ events, mail }: MailStory, recipient?: number): EmailData {
  const concerned = recipient === undefined ? mail.recipients : mail.recipients.slice(recipient, recipient + 1);
  const headers = customHeaders(events);
  return {
    email_id: mail.id,
    created_at: mail.createdAt,
    message_id: mail.messageId,
    from: mail.from,
    to: concerned.map(({ address }) => address),
    subject: mail.subject,
    ...(mail.template === undefined ? {} : { template_id: mail.template.id }),
    ...(mail.broadcast === undefined ? {} : { broadcast_id: mail.broadcast.id }),
    ...(mail.tags.length === 0 ? {} : { tags: Object.fromEntries(mail.tags.map(({ name, value }) => [name, value])) }),
    ...(headers.length === 0 ? {} : { headers }),
  };
}

function customHeaders([opening]: readonly Recorded[]): Required<EmailData>['headers'] {
  if (opening?.event.type !== 'EmailAccepted') return [];
  // The codec's registry knows exactly the data of the type.
  const { content } = opening.event.data as EmailAccepted['data'];
  return reveal(content)?.headers.map(([name, value]) => ({ name, value })) ?? [];
}

function bounceOf({ reply, judgement }: EmailBounced['data']): BounceData {
  return {
    type: judgement?.bounceType ?? 'Undetermined',
    subType: judgement?.bounceSubType ?? 'Undetermined',
    message: bounceMessage(judgement, textOf(reply)),
    diagnosticCode: [diagnosticOf(reply)],
  };
}

/**
 * As the hosted service begins them: adapters tell bounces by these words (django-anymail looks for “bounce message”).
 * What the receiver answered follows.
 */
function bounceMessage(judgement: EmailBounced['data']['judgement'], answer: string): string {
  const { bounceType, bounceSubType } = judgement ?? {};
  const because = bounceSubType === undefined ? undefined : bounceReasons[bounceSubType];
  const kind = because === undefined && bounceType !== undefined ? bounceKinds[bounceType] : 'a bounce message';
  return `The recipient's email provider sent ${kind}${because === undefined ? '' : ` because ${because}`}: ${answer}`;
}

const bounceKinds: Readonly<Record<BounceType, string>> = {
  Permanent: 'a hard bounce message',
  Transient: 'a general bounce message',
  Undetermined: 'a bounce message',
};
const bounceReasons: Readonly<Record<BounceSubType, string | undefined>> = {
  Undetermined: undefined,
  General: undefined,
  NoEmail: undefined,
  MailboxFull: "the recipient's inbox was full",
  MessageTooLarge: 'the email was too large',
  ContentRejected: "the provider didn't allow the content",
  AttachmentRejected: "the provider didn't allow an attachment",
};

/** As other reasons of the public contract are written. */
function failedOf({ reason }: EmailFailed['data']): { readonly reason: string } {
  return { reason: reason.replaceAll('-', '_') };
}

/** The contract knows two reasons: an entry made by hand counts as a complaint, which is the nearer one. */
type ListReason = Exclude<EmailSuppressed['data']['reason'], 'unsubscribed' | 'not-subscribed'>;

function suppressedOf({ reason, topicId = null }: EmailSuppressed['data']): SuppressedData {
  // The contract has two reasons, both about the suppression list: what the person has left is said in words.
  if (reason === 'unsubscribed' || reason === 'not-subscribed') {
    const scope = topicId === null ? 'all marketing' : `topic ${topicId}`;
    const said = reason === 'unsubscribed' ? 'unsubscribed from' : 'never subscribed to';
    const message = `The recipient ${said} ${scope}.`;
    return { type: 'Suppressed', message, reason: 'previous_complaint', diagnosticCode: [] };
  }
  return {
    type: 'OnAccountSuppressionList',
    message: suppressedBecause[reason],
    reason: reason === 'bounce' || reason === 'simulated' ? 'previous_bounce' : 'previous_complaint',
    diagnosticCode: [],
  };
}

const suppressedBecause: Readonly<Record<ListReason, string>> = {
  bounce: 'The address is on the suppression list because an earlier email to it bounced.',
  complaint: 'The address is on the suppression list because its owner complained about an earlier email.',
  manual: 'The address was put on the suppression list by hand.',
  simulated: 'The address simulates one on the suppression list.',
};

function textOf({ detail }: RecordedReply): string {
  return reveal(detail)?.text ?? erasedText;
}

/** RFC 3464 §2.3.6; a text that begins with the codes is not given them twice. */
function diagnosticOf(reply: RecordedReply): string {
  const text = textOf(reply);
  const codes = [reply.code, reply.enhancedCode].filter((code) => code !== null).map(String);
  const rest = codes.reduce((left, code) => (left.startsWith(code) ? left.slice(code.length).trimStart() : left), text);
  return `smtp; ${[...codes, rest].filter((part) => part !== '').join(' ')}`;
}
