import { z } from 'zod';
import { htmlAsWritten } from '../../../application/broadcast/broadcast-content.js';
import type { ShownBroadcast } from '../../../application/broadcast/broadcasts.js';
import { excludingKinds, pausedBecause } from '../../../domain/broadcast/events.js';
import { windowOf } from '../../../domain/broadcast/local-time.js';
import { formatMailbox } from '../../../domain/shared/mailbox.js';
import type { BroadcastDocument } from '../../../projections/broadcasts/broadcasts.projection.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import { createdAt, segmentId } from '../openapi/shared-examples.js';
import { id, loggedText, oneChanged, timestamp } from '../openapi/shared-schemas.js';

export const object = 'broadcast' as const;
export const broadcastId = '019a3f5e-7c1a-7d30-9c4b-8b1d0f2a3d44';
export const statuses = ['draft', 'scheduled', 'queued', 'sent', 'canceled'] as const;

const status = z
  .enum(statuses)
  .describe(
    '`queued`: the broadcast is being sent. `sent`: an email was created for each person in the audience, or the person was skipped.',
  );
const times = {
  status,
  created_at: timestamp,
  scheduled_at: timestamp.nullable(),
  sent_at: timestamp.nullable(),
};
const pausedFlag = z
  .boolean()
  .describe(
    'True if the broadcast is paused: no further email is created until it is resumed. Posthorn only: other servers of this API do not have it.',
  );
export const row = z.strictObject({
  id,
  name: loggedText,
  audience_id: id.nullable().describe('The same ID as `segment_id`, for older clients.'),
  segment_id: id.nullable(),
  ...times,
  topic_id: id.optional(),
  paused: pausedFlag,
});

const mailboxText = z.string().meta({ 'x-logged': 'domains' });
export const whole = z.strictObject({
  object: z.literal(object),
  id,
  name: loggedText,
  audience_id: id.nullable().describe('The same ID as `segment_id`, for older clients.'),
  segment_id: id.nullable(),
  from: mailboxText.nullable(),
  subject: z.string().nullable(),
  reply_to: z.array(mailboxText),
  preview_text: z.string().nullable(),
  ...times,
  html: z.string().nullable(),
  text: z.string().nullable(),
  document: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'The editor document from which `html` was generated. Null if the HTML was not written in the editor. Posthorn only: other servers of this API do not have it.',
    ),
  revision: z
    .int()
    .min(1)
    .describe(
      'The number of times the draft was saved. If you send it with `PATCH`, a change to an older revision is refused. Posthorn only: other servers of this API do not have it.',
    ),
  topic_id: id.nullable(),
  public: z
    .boolean()
    .describe(
      'True if anyone with the `public_url` can read the broadcast. Posthorn only: other servers of this API do not have it.',
    ),
  public_url: z
    .url()
    .nullable()
    .describe(
      'The URL of the public page. Null if the broadcast is not public or was not sent. Posthorn only: other servers of this API do not have it.',
    ),
  archive_url: z
    .url()
    .nullable()
    .describe(
      'The URL of the archive with the public broadcasts of the topic. Null if the broadcast has no `public_url` or its topic is not public. Posthorn only: other servers of this API do not have it.',
    ),
  excluding: z
    .strictObject({ broadcast_id: id, kind: z.enum(excludingKinds) })
    .nullable()
    .describe(
      'The broadcast that this broadcast repeats, and the people who are skipped (`kind`). Null if it goes to the whole segment. Posthorn only: other servers of this API do not have it.',
    ),
  paused: pausedFlag,
  paused_because: pausedBecause
    .nullable()
    .describe(
      'The reason why the broadcast is paused. `person`: a user or an API key paused it. Null if it is not paused. Posthorn only: other servers of this API do not have it.',
    ),
  local_time: z
    .strictObject({
      at: z.string().describe('The local date and time at which each person gets the broadcast.'),
      zone_property: z.string(),
      fallback_zone: z.string(),
      begins_at: timestamp.describe('The time when the first time zone reaches the local time.'),
      ends_at: timestamp.describe(
        'The time when the last time zone reaches the local time; once the audience is frozen, the last time zone of the audience.',
      ),
      turns: z
        .array(z.strictObject({ begins_at: timestamp, recipients: z.int().min(0) }))
        .describe('The send times with the number of people, earliest first. Empty until the audience is frozen.'),
    })
    .nullable()
    .describe(
      'The local time at which each person gets the broadcast. Null if it is sent to all people at once. Posthorn only: other servers of this API do not have it.',
    ),
});

/** What a draft that was written is answered with. */
export const written = oneChanged(object).extend({
  revision: z
    .int()
    .min(1)
    .optional()
    .describe('The number of times the draft was saved. Posthorn only: other servers of this API do not have it.'),
});
/** Sending in the same request writes no other revision. */
export const presentWritten = (result: {
  readonly id: string;
  readonly revision?: number;
}): Answer<typeof written> => ({
  object,
  id: result.id,
  ...(result.revision === undefined ? {} : { revision: result.revision }),
});

function timesOf({ status: shown, createdAt: created, scheduledAt, sentAt }: BroadcastDocument) {
  return {
    status: shown,
    created_at: restTimestamp(created),
    scheduled_at: scheduledAt === null ? null : restTimestamp(scheduledAt),
    sent_at: sentAt === null ? null : restTimestamp(sentAt),
  };
}

function localTimeOf({ sentAs, localTime: scheduledFor, audience }: BroadcastDocument) {
  const localTime = sentAs === null ? scheduledFor : sentAs.localTime;
  if (localTime === undefined) return null;
  const { begins, ends } = windowOf(localTime);
  const { at, property, fallbackZone } = localTime;
  const turns = audience?.turns ?? [];
  return {
    ...{ at, zone_property: property, fallback_zone: fallbackZone },
    ...{ begins_at: restTimestamp(begins), ends_at: restTimestamp(turns.at(-1)?.turn ?? ends) },
    turns: turns.map(({ turn, members }) => ({ begins_at: restTimestamp(turn), recipients: members })),
  };
}

/** Null where clients have types with null; a topic is left out where there is none. */
export function present(document: BroadcastDocument): Answer<typeof row> {
  const { id: ownId, name } = document;
  const { segmentId: segment, topicId: topic } = document.sentAs ?? document;
  return {
    id: ownId,
    name,
    audience_id: segment,
    segment_id: segment,
    ...timesOf(document),
    ...(topic === null ? {} : { topic_id: topic }),
    paused: document.pausedBecause !== null,
  };
}

/** With what it says; of one that was sent, with what it said. */
export function presentWhole(
  { document, content, pages }: ShownBroadcast,
  { publicUrl }: { readonly publicUrl: string },
): Answer<typeof whole> {
  const { segmentId: segment, topicId: topic, excluding } = document.sentAs ?? document;
  const { from, subject, replyTo, previewText, text } = content;
  const html = htmlAsWritten(content);
  return {
    object,
    id: document.id,
    name: document.name,
    audience_id: segment,
    segment_id: segment,
    from: from === null ? null : formatMailbox(from),
    subject,
    reply_to: (replyTo ?? []).map(formatMailbox),
    preview_text: previewText,
    ...timesOf(document),
    html: html === '' ? null : html,
    text: text === '' ? null : text,
    document: content.document === undefined ? null : { ...content.document },
    revision: document.revision,
    topic_id: topic,
    public: document.isPublic === true,
    public_url: pages.broadcast === null ? null : `${publicUrl}/public/broadcasts/${pages.broadcast}`,
    archive_url: pages.archive === null ? null : `${publicUrl}/public/topics/${pages.archive}`,
    excluding: excluding === undefined ? null : { broadcast_id: excluding.broadcastId, kind: excluding.kind },
    paused: document.pausedBecause !== null,
    paused_because: document.pausedBecause,
    local_time: localTimeOf(document),
  };
}

export const exampleBody = {
  name: 'November news',
  segment_id: segmentId,
  from: 'News <news@example.com>',
  subject: 'News for {{{FIRST_NAME|you}}}',
  preview_text: 'What is new in November',
  html: '<p>Hello {{{FIRST_NAME|there}}}!</p><p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Unsubscribe</a></p>',
} as const;
export const exampleRow = {
  id: broadcastId,
  name: exampleBody.name,
  audience_id: segmentId,
  segment_id: segmentId,
  status: 'draft',
  created_at: createdAt,
  scheduled_at: null,
  sent_at: null,
  paused: false,
} as const;
export const exampleWhole = {
  object,
  ...exampleRow,
  from: exampleBody.from,
  subject: exampleBody.subject,
  reply_to: [],
  preview_text: exampleBody.preview_text,
  html: exampleBody.html,
  text: 'Hello {{{FIRST_NAME|there}}}!\n\nUnsubscribe [{{{RESEND_UNSUBSCRIBE_URL}}}]',
  document: null,
  revision: 1,
  topic_id: null,
  public: false,
  public_url: null,
  archive_url: null,
  excluding: null,
  paused_because: null,
  local_time: null,
} as const;
