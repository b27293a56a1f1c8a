import type { BroadcastSettings } from '../../../application/broadcast/broadcasts.js';
import type { Variant } from '../../../domain/broadcast/ab-test.js';
import type { Mailbox } from '../../../domain/shared/mailbox.js';
import type { WrittenDocument } from '../../../domain/template/content.js';
import { type AbsenceRule, described, Field, type FieldRule, missing, readOrError, required } from '../edge/field.js';
import { mailbox, mailboxes } from '../edge/mailbox.js';
import { oneOf, orNull, text, textUpTo, trueOrFalse, uuid } from '../edge/rules.js';
import { headerText } from '../edge/text.js';
import { resolveScheduledAt, scheduledTime } from '../emails/body/scheduled-time.js';
import type { Asked } from '../openapi/served.js';
import { documentField as document, withHtml } from '../templates/document.field.js';

const maxSubjectOctets = 998;
const maxCharacters = 1_000_000;

const name = described(text(200), 'The name of the broadcast, which only the team sees.');
const segment = described(
  uuid,
  'The ID of the segment. Everyone who is in the segment when the broadcast is sent gets it.',
);
const olderSegment = described(uuid, 'The ID of the segment, for older clients. Use `segment_id` instead.');
const topic = described(
  orNull(uuid),
  'The ID of the topic. People who unsubscribed from the topic do not get the broadcast. Null: all marketing.',
);
const from = described(mailbox, 'The sender’s address, at a verified domain.');
const replyTo = described(mailboxes(0), 'The addresses of the `Reply-To` field.');
const subject = described(headerText(maxSubjectOctets), 'The subject, on one line. Can contain merge tags.');
const previewText = described(
  orNull(textUpTo(500)),
  'The text that inboxes show after the subject. Can contain merge tags.',
);
const html = described(
  orNull(text(maxCharacters)),
  'The content as HTML. Can contain merge tags such as `{{{FIRST_NAME|there}}}`, `{{{contact.plan}}}` and `{{{RESEND_UNSUBSCRIBE_URL}}}`.',
);
const plainText: FieldRule<string | null> = {
  schema: { type: ['string', 'null'], maxLength: maxCharacters },
  isNullable: true,
  parse: (value, field) =>
    value === null || (typeof value === 'string' && value.length <= maxCharacters)
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be a string of at most ${maxCharacters} characters.` },
};
const textField = described(
  plainText,
  'The content as plain text. Can contain merge tags. Null or omitted: derived from `html`. An empty string: emails have no text part.',
);
export const revision: FieldRule<number> = {
  schema: { type: 'integer', minimum: 1 },
  parse: (value, field) =>
    Number.isSafeInteger(value) && (value as number) >= 1
      ? { value: value as number }
      : { problem: `Invalid \`${field}\` field. It must be a whole number from 1 on.` },
};
const variantNames = ['a', 'b'] as const;
export const variantRule: FieldRule<Variant> = oneOf(variantNames);
export const variantField = described(
  variantRule,
  'The variant to use, for a broadcast with an A/B test (default: `a`).',
);
const segmentRequired: AbsenceRule = (body) =>
  typeof (body as { readonly audience_id?: unknown }).audience_id === 'string'
    ? undefined
    : missing('Missing `segment_id` field.');

export const contentFields = { subject, previewText, html, text: textField, document, withHtml };

export class CreateBroadcastBody {
  @Field(segment, segmentRequired) segment_id: string | undefined;
  @Field(olderSegment) audience_id: string | undefined;
  @Field(from, required) from!: Mailbox;
  @Field(subject, required) subject!: string;
  @Field(name) name: string | undefined;
  @Field(replyTo) reply_to: readonly Mailbox[] | undefined;
  @Field(previewText) preview_text: string | null | undefined;
  @Field(html, withHtml) html: string | null | undefined;
  @Field(document) document: WrittenDocument | null | undefined;
  @Field(textField) text: string | null | undefined;
  @Field(topic) topic_id: string | null | undefined;
  @Field(
    described(
      trueOrFalse,
      'Whether to send or schedule the broadcast with this request (default: false, which creates a draft).',
    ),
  )
  send: boolean | undefined;
  @Field(scheduledTime) scheduled_at: string | undefined;
}

export class ChangeBroadcastBody {
  @Field(segment) segment_id: string | undefined;
  @Field(olderSegment) audience_id: string | undefined;
  @Field(from) from: Mailbox | undefined;
  @Field(subject) subject: string | undefined;
  @Field(name) name: string | undefined;
  @Field(replyTo) reply_to: readonly Mailbox[] | undefined;
  @Field(previewText) preview_text: string | null | undefined;
  @Field(html, withHtml) html: string | null | undefined;
  @Field(document) document: WrittenDocument | null | undefined;
  @Field(textField) text: string | null | undefined;
  @Field(topic) topic_id: string | null | undefined;
  @Field(
    described(
      revision,
      'The `revision` of the draft that you read. If the draft was saved again since then, the request returns 409 and saves nothing. Posthorn only: other servers of this API do not have it.',
    ),
  )
  revision: number | undefined;
  @Field(
    described(
      trueOrFalse,
      'Whether anyone with the URL of the public page can read the broadcast after it is sent. Posthorn only: other servers of this API do not have it.',
    ),
  )
  public: boolean | undefined;
}

export class SendBroadcastBody {
  @Field(scheduledTime) scheduled_at: string | undefined;
}

/** What a body says, under the application's names; what it leaves out is undefined. */
export function settingsIn(body: Omit<ChangeBroadcastBody, 'revision' | 'public'>): BroadcastSettings {
  const { name: ownName, from: sender, subject: line, html: written, text: plain } = body;
  return {
    ...{ name: ownName, from: sender, subject: line, html: written, text: plain },
    segmentId: body.segment_id ?? body.audience_id,
    topicId: body.topic_id,
    replyTo: body.reply_to,
    previewText: body.preview_text,
    document: body.document,
  };
}

/** ISO 8601, UTC; undefined where the body names no time. */
export function timeIn(body: { readonly scheduled_at: string | undefined }, { options }: Pick<Asked, 'options'>) {
  const named = { ...body };
  return readOrError(resolveScheduledAt(named, options.clock.now()) ?? named).scheduled_at;
}
