import type { RequestedAttachment, RequestedEmail } from '../../../../application/submission/email-request.js';
import type { EmailTag } from '../../../../domain/shared/accepted-email.js';
import type { Mailbox } from '../../../../domain/shared/mailbox.js';
import { attachments } from './attachments.js';
import {
  type AbsenceRule,
  described,
  type Failure,
  Field,
  isFailure,
  missing,
  readBody,
  required,
} from '../../edge/field.js';
import { type HeaderFields, headerFields } from './header-fields.js';
import { mailbox, mailboxes, maxRecipients } from '../../edge/mailbox.js';
import { filled, uuid } from '../../edge/rules.js';
import { resolveScheduledAt, scheduledTime } from './scheduled-time.js';
import { tags } from './tags.js';
import { type GivenTemplate, givenTemplate } from './template.js';
import { bodyText, headerText } from '../../edge/text.js';

const maxSubjectOctets = 998;

/** Null is taken for absent. */
const has = (body: object, field: 'html' | 'template'): boolean =>
  Object.hasOwn(body, field) && (Reflect.get(body, field) ?? undefined) !== undefined;

const noContent: Failure = { name: 'missing_required_field', message: 'Missing `html` or `text` field.' };
const requiredWithoutHtml: AbsenceRule = (body) =>
  has(body, 'html') || has(body, 'template') ? undefined : missing(noContent.message);
/** A template may bring it. */
const requiredWithoutTemplate: AbsenceRule = (body, field) =>
  has(body, 'template') ? undefined : required(body, field);

/**
 * POST /emails, and each item of POST /emails/batch. The first failing field, in this order, is the one that is named.
 */
export class SendEmailBody {
  // First, because it changes what the others mean: it brings the text, and may bring sender and subject.
  @Field(
    described(
      givenTemplate,
      'A published template that supplies the HTML and text content. It also supplies the sender, the subject, and `reply_to` if the email does not set them. The email keeps the current version of the template.',
    ),
  )
  template: GivenTemplate | undefined;

  @Field(
    described(mailbox, 'The sender, `email@example.com` or `Name <email@example.com>`. Required without `template`.'),
    requiredWithoutTemplate,
  )
  from: Mailbox | undefined;
  @Field(described(mailboxes(1), 'The recipients: one address or a list of addresses.'), required)
  to!: readonly Mailbox[];
  @Field(
    described(headerText(maxSubjectOctets), 'The subject: one line of at most 998 bytes. Required without `template`.'),
    requiredWithoutTemplate,
  )
  subject: string | undefined;
  @Field(described(mailboxes(0), 'The addresses of the `Cc` field. All recipients see them.')) cc:
    | readonly Mailbox[]
    | undefined;
  @Field(described(mailboxes(0), 'The addresses that get a blind copy. Other recipients do not see them.')) bcc:
    | readonly Mailbox[]
    | undefined;
  @Field(described(mailboxes(0), 'The addresses that replies go to.')) reply_to: readonly Mailbox[] | undefined;
  @Field(described(filled(bodyText), 'The content as HTML. An email requires `html`, `text`, or `template`.')) html:
    | string
    | undefined;
  @Field(
    described(
      bodyText,
      'The content as plain text (default: derived from `html`). If it is an empty string, the email has no text part.',
    ),
    requiredWithoutHtml,
  )
  text: string | undefined;
  @Field(headerFields) headers: HeaderFields | undefined;
  @Field(
    described(
      tags,
      'Your own names and values. The server shows them with the email and never sends them to recipients.',
    ),
  )
  tags: readonly EmailTag[] | undefined;
  @Field(
    described(
      uuid,
      'The topic of the email. Recipients who unsubscribed from the topic or from all marketing get no email. If the topic requires opt-in, recipients who did not opt in also get no email. Each recipient gets a separate copy with their own unsubscribe links.',
    ),
  )
  topic_id: string | undefined;
  @Field(attachments) attachments: readonly RequestedAttachment[] | undefined;
  /** The words that were sent, until `readSendEmailBody` has put the time in their place. */
  @Field(scheduledTime) scheduled_at: string | undefined;
}

export function readSendEmailBody(raw: unknown, whatItIs: string, nowMs: number): SendEmailBody | Failure {
  const body = readBody(SendEmailBody, raw, whatItIs);
  if (isFailure(body)) return body;
  const { html, template } = body;
  // Clients send an empty subject and text where the template is to bring them.
  if (template !== undefined && body.subject === '') body.subject = undefined;
  if (template !== undefined && body.text === '') body.text = undefined;
  if (template === undefined && body.text === '' && html === undefined) return noContent;
  if (template !== undefined && (html !== undefined || body.text !== undefined)) {
    const field = html === undefined ? 'text' : 'html';
    const message = `Invalid \`${field}\` field. The template brings it: leave out one of the two.`;
    return { name: 'validation_error', message };
  }
  if (body.to.length + (body.cc?.length ?? 0) + (body.bcc?.length ?? 0) <= maxRecipients) {
    return resolveScheduledAt(body, nowMs) ?? body;
  }
  const message = `Too many recipients. \`to\`, \`cc\` and \`bcc\` together hold at most ${maxRecipients} addresses.`;
  return { name: 'validation_error', message };
}

/** The mail as the application takes it. The html stays as it is; the text that goes with it is made here. */
export async function toEmailRequest(
  body: SendEmailBody,
  textOfHtml: (html: string) => Promise<string>,
): Promise<RequestedEmail> {
  const about = body.topic_id === undefined ? body.headers?.about : { topicId: body.topic_id };
  const { from, subject, template } = body;
  const common = {
    to: body.to,
    cc: body.cc ?? [],
    bcc: body.bcc ?? [],
    replyTo: body.reply_to ?? [],
    headers: body.headers?.fields ?? [],
    tags: body.tags ?? [],
    retryClass: body.headers?.retryClass ?? 'standard',
    attachments: body.attachments ?? [],
    ...(about === undefined ? {} : { about }),
    ...(body.headers?.track === undefined ? {} : { track: body.headers.track }),
    ...(body.scheduled_at === undefined ? {} : { scheduledAt: body.scheduled_at }),
  };
  if (template !== undefined) {
    return {
      ...common,
      template,
      ...(from === undefined ? {} : { from }),
      ...(subject === undefined ? {} : { subject }),
    };
  }
  // The body says both where there is no template.
  if (from === undefined || subject === undefined) throw new Error('an email without a template has both');
  const text = body.text ?? (await textOfHtml(body.html ?? ''));
  return {
    ...common,
    from,
    subject,
    ...(body.html === undefined ? {} : { html: body.html }),
    // An empty text opts out of the text part.
    ...(text === '' && body.html !== undefined ? {} : { text }),
  };
}
