import { unreachable } from '../../domain/shared/decider.js';
import type {
  EmailAccepted,
  EmailBounced,
  EmailEvent,
  EmailSuppressed,
  RecordedReply,
  SharingEvent,
  TrackingEvent,
} from '../../domain/email/events.js';
import type {
  AcceptAbandoned,
  AcceptedAttachment,
  AcceptedEmail,
  AcceptedRecipient,
  EmailContent,
  RawMessage,
  RecipientRole,
} from '../../domain/shared/accepted-email.js';
import { formatMailbox } from '../../domain/shared/mailbox.js';
import { erasedText, reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { emailTokens, withBounces } from './email-tokens.js';
import { foldStream } from '../shared/fold-stream.js';
import type { Projection } from '../shared/projection.js';
import {
  type EmailAttachment,
  type EmailDocument,
  type EmailRecipient,
  type LastEvent,
  type LastReply,
  lastTimes,
  type RecipientStatus,
} from './emails.document.js';

type ShownEvent = Exclude<EmailEvent, AcceptAbandoned | SharingEvent>;
type DeliveryEvent = Exclude<ShownEvent, EmailAccepted | TrackingEvent>;

/** Every accepted mail with the truth about each recipient. */
export const emailsProjection: Projection<ShownEvent, EmailDocument> = {
  name: 'emails',
  version: 11,
  categories: ['email'],
  handles: [
    'EmailAccepted',
    'EmailRescheduled',
    'EmailCanceled',
    'DeliveryAttemptStarted',
    'DeliveryAttemptAbandoned',
    'DeliveryOutcomeUnknown',
    'EmailDelivered',
    'DeliveryDeferred',
    'EmailBounced',
    'EmailFailed',
    'EmailRetried',
    'EmailSuppressed',
    'EmailComplained',
    'EmailOpened',
    'EmailClicked',
  ],
  personal: true,
  documentsOf: 'email',
  fields: { teamId: 'text', lastEvent: 'text', kind: 'text' },
  indexes: [
    ['teamId', 'id'],
    ['teamId', 'lastEvent', 'id'],
    ['teamId', 'kind', 'id'],
  ],
  search: { within: 'teamId', tokens: 'tokens' },
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, recorded) {
    const { event } = recorded;
    if (event.type === 'EmailAccepted') return document ?? accepted(event, recorded);
    if (document === undefined) return undefined;
    if (event.type === 'EmailOpened' || event.type === 'EmailClicked') return hit(document, event);
    const recipients = document.recipients.map((recipient) => recipientAfter(recipient, event, recorded.metadata.time));
    const scheduledAt = event.type === 'EmailRescheduled' ? event.data.scheduledAt : document.scheduledAt;
    const tokens = tokensAfter(document, recipients);
    return { ...document, recipients, scheduledAt, tokens, lastEvent: lastEvent(document, event, recipients) };
  },
};

/** People who open a mail change its state, programs do not. */
function hit(document: EmailDocument, event: TrackingEvent): EmailDocument {
  const kind = event.type === 'EmailOpened' ? 'opens' : 'clicks';
  const { people, machines } = document[kind] ?? { people: 0, machines: 0 };
  const isPerson = event.data.judged === 'person';
  const counts = isPerson ? { people: people + 1, machines } : { people, machines: machines + 1 };
  const counted = { ...document, [kind]: counts, ...(isPerson && lastTimes(document, event)) };
  return { ...counted, lastEvent: stateOf(counted) ?? document.lastEvent };
}

/** Most mails bounce nowhere, and keep theirs. */
function tokensAfter(before: EmailDocument, recipients: readonly EmailRecipient[]): readonly string[] {
  const said = recipients.flatMap(({ bounce }) => bounce ?? []);
  const isSame = said.length === 0 && before.recipients.every(({ bounce }) => bounce === undefined);
  return isSame ? before.tokens : withBounces(before.tokens, said);
}

/** The document of one mail, from its own stream (decrypted); undefined where nothing was accepted. */
export const foldEmail = (events: readonly Recorded[]): EmailDocument | undefined =>
  foldStream(emailsProjection, events);

function accepted({ data }: EmailAccepted, { stream, metadata }: Recorded): EmailDocument {
  const content = reveal(data.content);
  const status = data.scheduledAt === null ? 'queued' : 'scheduled';
  const inRole = (role: RecipientRole): string[] =>
    data.recipients.filter((recipient) => recipient.role === role).map(shownMailbox);
  const { actor } = metadata;
  const id = idOf(stream);
  const messageId = shownMessageId(data);
  const tags = content?.tags ?? [];
  const apiKeyId = actor.kind === 'api-key' ? actor.id : null;
  const subject = content?.subject ?? '';
  const sender = content?.from.address ?? null;
  const topicId = data.subscription?.topicId ?? null;
  const template = data.template ?? null;
  const addresses = addressesOf(data, content);
  // Spelled out: members added to a spread are looked up one by one, for every mail.
  return {
    id,
    messageId,
    tags,
    apiKeyId,
    teamId: metadata.teamId,
    domainId: data.domainId,
    sandbox: data.sandbox,
    retryClass: data.retryClass,
    from: content === undefined ? erasedText : formatMailbox(content.from),
    to: inRole('to'),
    cc: inRole('cc'),
    bcc: inRole('bcc'),
    replyTo: content?.replyTo.map(formatMailbox) ?? [],
    subject: content?.subject ?? erasedText,
    tokens: emailTokens({ id, messageId, apiKeyId, sender, addresses, subject, tags, topicId, template }),
    createdAt: metadata.time,
    scheduledAt: data.scheduledAt,
    lastEvent: status,
    kind: data.broadcast === undefined ? 'transactional' : 'broadcast',
    recipients: data.recipients.map((recipient, number) => ({
      recipient: number,
      role: recipient.role,
      address: reveal(recipient.mailbox)?.address ?? erasedText,
      status,
      lastReply: null,
      at: metadata.time,
    })),
    ...(topicId === null ? {} : { topicId }),
    body: data.body,
    ...(template === null ? {} : { template }),
    ...(data.broadcast === undefined ? {} : { broadcast: data.broadcast }),
    ...(data.raw === null ? {} : { raw: whereItsTextLies(data.raw) }),
    attachments: data.attachments.flatMap(shownAttachment),
    erased: content === undefined,
  };
}

/** Addresses of recipients and for replies whose keys still exist. */
function addressesOf({ recipients }: AcceptedEmail, content: EmailContent | undefined): readonly string[] {
  const revealed = [...recipients.map(({ mailbox }) => reveal(mailbox)), ...(content?.replyTo ?? [])];
  return revealed.flatMap((mailbox) => mailbox?.address ?? []);
}

/** The sender's own, where it gave one and it is not erased. */
function shownMessageId({ messageId, raw }: AcceptedEmail): string {
  const own = raw?.messageId ?? null;
  return (own === null ? undefined : reveal(own)) ?? messageId;
}

function whereItsTextLies({ sizeBytes, text, html }: RawMessage): Required<EmailDocument>['raw'] {
  return { sizeBytes, text, html };
}

function shownAttachment({ id, contentBytes, content, detail, part }: AcceptedAttachment): EmailAttachment[] {
  const shown = reveal(detail);
  if (shown === undefined) return [];
  return [{ id, ...shown, size: contentBytes, content, ...(part === null ? {} : { part }) }];
}

function shownMailbox({ mailbox }: AcceptedRecipient): string {
  const revealed = reveal(mailbox);
  return revealed === undefined ? erasedText : formatMailbox(revealed);
}

/** The recipient after the event, itself where the event is not about it. */
function recipientAfter(recipient: EmailRecipient, event: DeliveryEvent, at: string): EmailRecipient {
  switch (event.type) {
    case 'EmailRescheduled':
      return recipient.status === 'scheduled' ? { ...recipient, at } : recipient;
    case 'EmailCanceled':
      return recipient.status === 'scheduled' ? { ...recipient, status: 'canceled', at } : recipient;
    case 'DeliveryAttemptStarted':
      return event.data.recipients.includes(recipient.recipient) ? { ...recipient, status: 'sent', at } : recipient;
    case 'DeliveryAttemptAbandoned':
      return event.data.recipients.includes(recipient.recipient) ? { ...freed(recipient), at } : recipient;
    case 'DeliveryOutcomeUnknown': {
      const concerned = event.data.recipients.includes(recipient.recipient) && !isSettled(recipient.status);
      return concerned ? { ...recipient, status: 'outcome_unknown', at } : recipient;
    }
    case 'EmailDelivered':
      return answered(recipient, event.data, 'delivered', at);
    case 'DeliveryDeferred':
      return answered(recipient, event.data, 'delivery_delayed', at);
    case 'EmailBounced':
      return bounced(recipient, event.data, at);
    case 'EmailFailed':
      return answered(recipient, event.data, 'failed', at);
    case 'EmailRetried': {
      const isRetried = event.data.destinations.some(({ recipients }) => recipients.includes(recipient.recipient));
      return isRetried ? { ...retried(recipient), at } : recipient;
    }
    case 'EmailSuppressed':
      return suppressed(recipient, event.data, at);
    case 'EmailComplained':
      return answered(recipient, { ...event.data, reply: null }, 'complained', at);
    case 'DeliveryReported':
      return recipient;
    default:
      return unreachable(event);
  }
}

/** Recipients that had been given up wait again. */
function retried(recipient: EmailRecipient): EmailRecipient {
  return recipient.status === 'failed' ? { ...recipient, status: 'outcome_unknown' } : recipient;
}

/** Nothing was sent: as before the attempt. */
function freed(recipient: EmailRecipient): EmailRecipient {
  if (recipient.status !== 'sent') return recipient;
  return { ...recipient, status: recipient.lastReply === null ? 'queued' : 'delivery_delayed' };
}

function isSettled(status: RecipientStatus): boolean {
  return !['scheduled', 'queued', 'sent', 'delivery_delayed', 'outcome_unknown'].includes(status);
}

function answered(
  recipient: EmailRecipient,
  outcome: { readonly recipient: number; readonly reply: RecordedReply | null },
  status: RecipientStatus,
  at: string,
): EmailRecipient {
  if (outcome.recipient !== recipient.recipient) return recipient;
  const { reply } = outcome;
  const { bounce: _before, ...rest } = recipient;
  return { ...rest, status, at, lastReply: reply === null ? recipient.lastReply : shownReply(reply) };
}

function bounced(recipient: EmailRecipient, data: EmailBounced['data'], at: string): EmailRecipient {
  const after = answered(recipient, data, 'bounced', at);
  return after === recipient || data.judgement === null ? after : { ...after, bounce: data.judgement.kind };
}

function suppressed(
  recipient: EmailRecipient,
  { recipient: number, reason, topicId }: EmailSuppressed['data'],
  at: string,
): EmailRecipient {
  if (number !== recipient.recipient) return recipient;
  const why = { reason, ...(topicId === undefined ? {} : { topicId }) };
  return { ...recipient, status: 'suppressed', suppressed: why, at };
}

function shownReply({ code, enhancedCode, detail }: RecordedReply): LastReply {
  return { code, enhancedCode, text: reveal(detail)?.text ?? erasedText };
}

/** The first of these that holds for any recipient; otherwise whether an attempt ever started. */
const precedence = [
  'complained',
  'bounced',
  'failed',
  'suppressed',
  'delivery_delayed',
  'clicked',
  'opened',
  'delivered',
  'canceled',
] as const;

function stateOf({
  recipients,
  opens,
  clicks,
}: Pick<EmailDocument, 'recipients' | 'opens' | 'clicks'>): LastEvent | undefined {
  return precedence.find((state) => {
    if (state === 'clicked') return (clicks?.people ?? 0) > 0;
    if (state === 'opened') return (opens?.people ?? 0) > 0;
    return recipients.some(({ status }) => status === state);
  });
}

function lastEvent(document: EmailDocument, event: DeliveryEvent, recipients: readonly EmailRecipient[]): LastEvent {
  const found = stateOf({ ...document, recipients });
  if (found !== undefined) return found;
  const untried = document.lastEvent === 'scheduled' || document.lastEvent === 'queued';
  return untried && event.type !== 'DeliveryAttemptStarted' ? document.lastEvent : 'sent';
}
