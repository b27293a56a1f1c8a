import { z } from 'zod';
import type { EmailBounced, EmailFailed, EmailSuppressed, RecordedReply } from '../../domain/email/events.js';
import type { BounceSubType, BounceType } from '../../domain/email/judging/judgement.js';
import { erasedText, reveal } from '../../domain/shared/personal.js';

/* Why an email did not arrive, as messages of webhooks say it. */

export const bounce = z.strictObject({
  type: z.enum(['Permanent', 'Transient', 'Undetermined']),
  subType: z.enum([
    'Undetermined',
    'General',
    'NoEmail',
    'MailboxFull',
    'MessageTooLarge',
    'ContentRejected',
    'AttachmentRejected',
  ]),
  message: z.string().describe('The reason for the bounce, with the receiver’s reply.'),
  diagnosticCode: z.array(z.string()).describe('The receiver’s reply, such as `smtp; 550 5.1.1 user unknown`.'),
});

export const suppressed = z.strictObject({
  type: z.enum(['Suppressed', 'OnAccountSuppressionList']),
  message: z.string(),
  reason: z.enum(['previous_bounce', 'previous_complaint']),
  diagnosticCode: z.array(z.string()),
});

const diagnosticCode = ['smtp; 550 5.1.1 user unknown'];
export const sampleBounce: z.output<typeof bounce> = {
  type: 'Permanent',
  subType: 'NoEmail',
  message: "The recipient's email provider sent a hard bounce message: 550 5.1.1 user unknown",
  diagnosticCode,
};
export const sampleSuppressed: z.output<typeof suppressed> = {
  type: 'OnAccountSuppressionList',
  message: 'The address is on the suppression list, since an email to it bounced.',
  reason: 'previous_bounce',
  diagnosticCode,
};

export function bounceOf({ reply, judgement }: EmailBounced['data']): z.output<typeof bounce> {
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
export function failedOf({ reason }: EmailFailed['data']): { reason: string } {
  return { reason: reason.replaceAll('-', '_') };
}

/** The contract knows two reasons: an entry made by hand counts as a complaint, which is the nearer one. */
type ListReason = Exclude<EmailSuppressed['data']['reason'], 'unsubscribed' | 'not-subscribed'>;

export function suppressedOf({ reason, topicId = null }: EmailSuppressed['data']): z.output<typeof suppressed> {
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
