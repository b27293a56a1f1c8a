import { command } from '../access/use-case.js';
import type { AcceptedEmail, MailTracking, RecipientRole } from '../../domain/shared/accepted-email.js';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import { reveal } from '../../domain/shared/personal.js';
import { readAttachment } from '../email/attachment-content.js';
import type { GetEmailPorts } from '../email/get-email.js';
import { type OpenedEmail, openTeamEmail, readBody, takeBody, type TakeBytes } from '../email/read-email.js';
import { type RequestContext, type Sender, type Unavailable, unavailable } from '../shared/context.js';
import { acceptRestEmail, type AcceptRestPorts } from './accept-rest-email.js';
import type { AcceptRefusal, EmailRequest, RequestedAttachment } from './email-request.js';
import { acceptedIn } from '../../domain/email/accepted-in.js';

/** A new mail with the content and the recipients of another, sent at once. */
export interface ResendEmail {
  readonly context: RequestContext;
  readonly principal: Sender;
  readonly emailId: string;
  /** A repeat with the same one within 24 hours answers the same new mail; null: each is sent. */
  readonly idempotencyKey: string | null;
  /** For the content. */
  readonly takeBytes: TakeBytes;
}
/** `content-gone`: it was erased, or has no recipient left. */
export type ResendEmailResult =
  | { readonly emailId: string }
  | { readonly refused: 'not-found' }
  | { readonly refused: 'content-gone' }
  | AcceptRefusal;

export type ResendPorts = AcceptRestPorts & GetEmailPorts;

export const ResendEmail = command({ name: 'ResendEmail', need: 'member', run: resendEmail });

/** It is accepted as any other, with an id and a Message-ID of its own. */
export async function resendEmail(ports: ResendPorts, command: ResendEmail): Promise<ResendEmailResult> {
  const { context, principal, emailId, idempotencyKey, takeBytes } = command;
  const found = await openTeamEmail(ports, context.teamId, emailId);
  if (found === undefined) return { refused: 'not-found' };
  const request = await requestOf(ports, found, takeBytes);
  if ('refused' in request) return request;
  const idempotency =
    idempotencyKey === null
      ? null
      : ({ key: idempotencyKey, method: 'POST', path: '/emails/resend', payload: { emailId } } as const);
  return acceptRestEmail(ports, { context, principal, request, idempotency });
}

async function requestOf(
  ports: ResendPorts,
  found: OpenedEmail,
  takeBytes: TakeBytes,
): Promise<EmailRequest | { readonly refused: 'content-gone' } | Unavailable> {
  const gone = { refused: 'content-gone' } as const;
  const accepted = acceptedIn(found.events)?.event;
  const content = accepted && reveal(accepted.data.content);
  if (accepted === undefined || content === undefined) return gone;
  const fileBytes = found.document.attachments.reduce((sum, { size }) => sum + 2 * size, 0);
  if (!takeBody(found, takeBytes) || !takeBytes(fileBytes)) return unavailable;
  const body = await readBody(ports, found);
  const attachments = await attachmentsOf(ports, found);
  const recipients = recipientsOf(accepted.data);
  if (body === undefined || attachments === undefined || hasNoRecipient(recipients)) return gone;
  const { from, replyTo, subject, headers, tags } = content;
  const { retryClass, subscription, tracking } = accepted.data;
  const about = subscription === undefined ? {} : { about: { topicId: subscription.topicId } };
  const track = tracking === undefined ? {} : trackChoiceIn(tracking);
  return { from, ...recipients, replyTo, subject, ...body, headers, tags, retryClass, ...about, ...track, attachments };
}

/** What was switched off for a mail stays off when it is sent again. */
function trackChoiceIn({ opens, clicks }: MailTracking): Pick<EmailRequest, 'track'> {
  if (opens && clicks) return {};
  return { track: opens ? 'opens' : clicks ? 'clicks' : 'none' };
}

const hasNoRecipient = ({ to, cc, bcc }: ReturnType<typeof recipientsOf>): boolean =>
  to.length + cc.length + bcc.length === 0;

/** Without those that were erased. */
function recipientsOf({ recipients }: AcceptedEmail): Readonly<Record<RecipientRole, readonly Mailbox[]>> {
  const inRole = (role: RecipientRole): Mailbox[] =>
    recipients.flatMap((recipient) => (recipient.role === role ? (reveal(recipient.mailbox) ?? []) : []));
  const [to, cc, bcc] = [inRole('to'), inRole('cc'), inRole('bcc')];
  return { to, cc, bcc };
}

/** @returns undefined when one of them is gone. */
async function attachmentsOf(
  ports: ResendPorts,
  found: OpenedEmail,
): Promise<readonly RequestedAttachment[] | undefined> {
  const read: RequestedAttachment[] = [];
  for (const attachment of found.document.attachments) {
    const content = await readAttachment(ports, found, attachment);
    if (content === undefined) return undefined;
    const { filename, contentType, contentId } = attachment;
    read.push({ filename, contentType, contentId, source: { content } });
  }
  return read;
}
