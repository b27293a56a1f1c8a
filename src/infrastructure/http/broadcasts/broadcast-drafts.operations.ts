import { z } from 'zod';
import { actorKinds } from '../../../domain/shared/recorded.js';
import {
  keptVersions,
  ListBroadcastVersions,
  RestoreBroadcast,
} from '../../../application/broadcast/broadcast-versions.js';
import type { VersionPart } from '../../../application/broadcast/versions-in.js';
import type { ListedVersion } from '../../../application/broadcast/listed-versions.js';
import { CheckBroadcastHtml } from '../../../application/broadcast/check-html.js';
import { OpenArchive, OpenPublicBroadcast } from '../../../application/broadcast/public-broadcasts.js';
import { OpenCopy } from '../../../application/unsubscribe/open-copy.js';
import { PreviewBroadcast } from '../../../application/broadcast/preview-broadcast.js';
import { SendBroadcastTest } from '../../../application/broadcast/send-broadcast-test.js';
import type { Variant } from '../../../domain/broadcast/ab-test.js';
import type { Mailbox } from '../../../domain/shared/mailbox.js';
import type { MergeValues } from '../../../domain/template/merge.js';
import { described, Field, type FieldRule, required } from '../edge/field.js';
import { mailboxes } from '../edge/mailbox.js';
import { orNull, uuid } from '../edge/rules.js';
import { restTimestamp } from '../edge/timestamp.js';
import { describeSendRefusal, emailRefusals } from '../emails/email.refusals.js';
import { httpPart } from '../http-part.js';
import { withOwnImages } from '../images/own-images.js';
import { type Answer, id as idParameter } from '../openapi/operation.js';
import { get, post } from '../openapi/served.js';
import { createdAt, emailId, listOf } from '../openapi/shared-examples.js';
import { id, listOf as listSchema, timestamp } from '../openapi/shared-schemas.js';
import { broadcastId, object, presentWritten, written } from './broadcasts.answers.js';
import { revision, variantField } from './broadcasts.bodies.js';
import { PublicPagesController } from './public-pages.controller.js';
import { broadcastRefusals } from './broadcasts.refusals.js';

const parts: Readonly<Record<VersionPart, string>> = {
  name: 'name',
  segment: 'segment_id',
  topic: 'topic_id',
  from: 'from',
  replyTo: 'reply_to',
  subject: 'subject',
  previewText: 'preview_text',
  body: 'content',
  test: 'ab_test',
};
const actor = z.strictObject({ kind: z.enum(actorKinds), id: z.string() });
const version = z.strictObject({
  revision: z.int().min(1),
  at: timestamp,
  actor: actor.describe('The user, API key, or other actor that saved the version.'),
  changed: z
    .array(z.string())
    .describe(
      `The parts that differ from the version before, out of: ${Object.values(parts).join(', ')}. Empty for the first version.`,
    ),
  restored_from: z
    .int()
    .min(1)
    .nullable()
    .describe('The revision that was restored as this version. Null if this version is not a restored one.'),
  saves: z
    .int()
    .min(1)
    .describe('The number of saves in the editor that form this version: the saves of one person within ten minutes.'),
  since: timestamp.describe('The time of the first of these saves.'),
});
const presentVersion = (found: ListedVersion): Answer<typeof version> => ({
  revision: found.revision,
  at: restTimestamp(found.at),
  actor: found.actor,
  changed: found.changed.map((part) => parts[part]),
  restored_from: found.restoredFrom,
  saves: found.saves,
  since: restTimestamp(found.since),
});
const exampleVersion = {
  revision: 2,
  at: createdAt,
  actor: { kind: 'api-key', id: '019a3f5e-7c1a-7d30-9c4b-5b1d0f2a3c44' },
  changed: ['subject'],
  restored_from: null,
  saves: 1,
  since: createdAt,
} as const;

const listVersions = get({
  path: '/dashboard-api/broadcasts/{id}/versions',
  summary: 'List the versions of a broadcast, newest first',
  description: `The last ${keptVersions} versions of a draft, which you can restore. After a broadcast is sent, only the sent version remains.`,
  answer: listSchema(version),
  examples: { one: { summary: 'A changed subject', answer: listOf(exampleVersion) } },
  runs: ListBroadcastVersions,
  input: ({ teamId, path }) => ({ teamId, broadcastId: path.id }),
  present: (versions) => ({ object: 'list' as const, has_more: false, data: versions.map(presentVersion) }),
});
const restoreVersion = post({
  path: '/dashboard-api/broadcasts/{id}/versions/{revision}/restore',
  summary: 'Restore a version of a draft',
  description:
    'Saves the name, the segment, the topic, the content, and the A/B test of the version as a new version of the draft.',
  parameters: [
    idParameter,
    {
      in: 'path',
      name: 'revision',
      required: true,
      schema: { type: 'integer', minimum: 1 },
      description: 'The `revision` of the version, from 1.',
    },
  ],
  status: 200,
  errors: { 404: ['not_found'], 409: ['validation_error'], 422: ['invalid_parameter', 'validation_error'] },
  answer: written,
  examples: {
    restored: { summary: 'The first version, restored as the third', answer: { object, id: broadcastId, revision: 3 } },
  },
  runs: RestoreBroadcast,
  input: ({ context, path }) => ({ context, broadcastId: path.id, revision: Number(path.revision) }),
  present: presentWritten,
});

const contactId = described(
  orNull(uuid),
  'The ID of the contact whose values to use. Null or omitted: fallbacks only.',
);
class PreviewBroadcastBody {
  @Field(contactId) contact_id: string | null | undefined;
  @Field(described(revision, 'The `revision` of the version to preview (default: the current one).')) revision:
    | number
    | undefined;
  @Field(variantField) variant: Variant | undefined;
}
/** No email is there that somebody could leave by. */
const leaveUrlOf = ({ publicUrl }: { readonly publicUrl: string }): string => `${publicUrl}/unsubscribe/preview`;

const previewBroadcast = post({
  path: '/dashboard-api/broadcasts/{id}/preview',
  summary: 'Preview a broadcast as a contact would receive it',
  status: 200,
  need: 'read-only',
  body: PreviewBroadcastBody,
  answer: z.strictObject({
    object: z.literal('broadcast_preview'),
    subject: z.string(),
    html: z
      .string()
      .nullable()
      .describe('The HTML part, sanitized, as a document for a sandboxed frame. Null if it takes too long to prepare.'),
    text: z.string().nullable(),
    cut: z.boolean().describe('True if the preview does not contain the whole email.'),
  }),
  examples: {
    unknown: {
      summary: 'A preview with fallbacks only',
      request: {},
      answer: {
        object: 'broadcast_preview',
        subject: 'News for you',
        html: '<!doctype html><html>…</html>',
        text: 'Hello there!',
        cut: false,
      },
    },
  },
  runs: PreviewBroadcast,
  input: ({ teamId, path, body, options }) => ({
    teamId,
    broadcastId: path.id,
    contactId: body.contact_id ?? null,
    revision: body.revision,
    variant: body.variant,
    leaveUrl: leaveUrlOf(options),
  }),
  present: async ({ subject, html, text }, asked) => {
    const texts = { ...(await withOwnImages(html, asked)), ...(text === undefined ? {} : { text }) };
    const shown = await asked.content.shownMail(texts);
    return { object: 'broadcast_preview' as const, subject, html: shown.html, text: shown.text, cut: shown.cut };
  },
});

const place = z.int().min(1).nullable();
const checkHtml = get({
  path: '/dashboard-api/broadcasts/{id}/html-check',
  summary: 'Check the HTML of a broadcast for what email clients remove',
  description:
    'Finds scripts, frames, forms, and event attributes. HTML that is saved with a `document` is refused if it contains them; HTML without a `document` is saved.',
  answer: z.strictObject({
    object: z.literal('broadcast_html_check'),
    unsafe: z
      .strictObject({ seen: z.string(), do: z.string(), line: place, column: place })
      .nullable()
      .describe('The first problem: what was found, what to do, and its position. Null if nothing was found.'),
  }),
  examples: {
    script: {
      summary: 'HTML with a script',
      answer: {
        object: 'broadcast_html_check',
        unsafe: {
          seen: 'The email contains `<script>`.',
          do: 'Remove it: link to a page that does it.',
          line: 2,
          column: 3,
        },
      },
    },
  },
  runs: CheckBroadcastHtml,
  input: ({ teamId, path, content: { readContent } }) => ({ teamId, broadcastId: path.id, readContent }),
  present: ({ unsafe }) => ({
    object: 'broadcast_html_check' as const,
    unsafe: unsafe && {
      seen: unsafe.seen,
      do: unsafe.fix,
      line: unsafe.spot?.line ?? null,
      column: unsafe.spot?.column ?? null,
    },
  }),
});

const mostRecipients = 10;
const mostValues = 100;
const values: FieldRule<MergeValues> = {
  schema: {
    type: 'object',
    maxProperties: mostValues,
    additionalProperties: { type: 'string' },
    description:
      'The values of merge tags by name, such as `FIRST_NAME` or `contact.plan`. They replace the values of the contact.',
  },
  parse(value, field) {
    const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null;
    const isSound =
      entries !== null && entries.length <= mostValues && entries.every(([, one]) => typeof one === 'string');
    return isSound
      ? { value: value as MergeValues }
      : { problem: `Invalid \`${field}\` field. It must be an object with at most ${mostValues} texts.` };
  },
};
const recipients: FieldRule<readonly Mailbox[]> = {
  ...mailboxes(1),
  parse(value, field) {
    const read = mailboxes(1).parse(value, field);
    const isMany = 'value' in read && read.value.length > mostRecipients;
    return isMany ? { problem: `Invalid \`${field}\` field. It holds at most ${mostRecipients} addresses.` } : read;
  },
};
class TestBroadcastBody {
  @Field(described(recipients, 'The addresses, 1 to 10. Each address gets a separate email.'), required)
  to!: readonly Mailbox[];
  @Field(contactId) contact_id: string | null | undefined;
  @Field(values) values: MergeValues | undefined;
  @Field(variantField) variant: Variant | undefined;
}

const testBroadcast = post({
  path: '/dashboard-api/broadcasts/{id}/test',
  summary: 'Send a test of a broadcast',
  description:
    'Each address gets a separate email with `[Test]` at the beginning of the subject and without the `reply_to` of the broadcast. Test emails do not count in the results of the broadcast. If one email is refused, none is sent.',
  status: 200,
  errors: { 403: ['validation_error'], 404: ['not_found'], 422: ['validation_error', 'missing_required_field'] },
  body: TestBroadcastBody,
  answer: z.strictObject({ object: z.literal('broadcast_test'), emails: z.array(id) }),
  examples: {
    sent: {
      summary: 'A test email to one address',
      request: { to: ['delivered@resend.dev'], values: { FIRST_NAME: 'Ann' } },
      answer: { object: 'broadcast_test', emails: [emailId] },
    },
  },
  runs: SendBroadcastTest,
  input: ({ context, caller: { principal }, path, body, options }) => ({
    context,
    principal,
    broadcastId: path.id,
    to: body.to,
    contactId: body.contact_id ?? null,
    values: body.values ?? {},
    variant: body.variant,
    leaveUrl: leaveUrlOf(options),
    describe: describeSendRefusal,
  }),
  present: ({ emailIds }) => ({ object: 'broadcast_test' as const, emails: emailIds }),
});

/** What only the page asks of a draft. */
export const broadcastDraftsHttp = httpPart({
  noun: 'Broadcast',
  operations: [listVersions, restoreVersion, previewBroadcast, checkHtml, testBroadcast],
  controllers: [PublicPagesController],
  useCases: [OpenPublicBroadcast, OpenArchive, OpenCopy],
  refusals: { ...broadcastRefusals, ...emailRefusals },
});
