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
  .describe('`queued` while it is being sent, `sent` once every member has an email or was skipped.');
const times = {
  status,
  created_at: timestamp,
  scheduled_at: timestamp.nullable(),
  sent_at: timestamp.nullable(),
};
const pausedFlag = z.boolean().describe('No further email is opened until it is resumed. An extra of this server.');
export const row = z.strictObject({
  id,
  name: loggedText,
  audience_id: id.nullable().describe('The same as `segment_id`, for older clients.'),
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
  audience_id: id.nullable().describe('The same as `segment_id`, for older clients.'),
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
    .describe('What the editor wrote `html` from; null where it was written by hand. An extra of this server.'),
  revision: z
    .int()
    .min(1)
    .describe('How often the draft was written. `PATCH` takes it, to refuse what was based on an older one. An extra.'),
  topic_id: id.nullable(),
  public: z.boolean().describe('Anyone who has `public_url` may read it. An extra of this server.'),
  public_url: z.url().nullable().describe('Its page; null where it is not public or was not sent. An extra.'),
  archive_url: z.url().nullable().describe('What is public about its topic; null where that is private. An extra.'),
  excluding: z
    .strictObject({ broadcast_id: id, kind: z.enum(excludingKinds) })
    .nullable()
    .describe('Whom of the broadcast that it is sent again of it leaves out; null where it goes to all. An extra.'),
  paused: pausedFlag,
  paused_because: pausedBecause.nullable().describe('`person`: by `pause`. An extra of this server.'),
  local_time: z
    .strictObject({
      at: z.string().describe('What the clock of each person shows then.'),
      zone_property: z.string(),
      fallback_zone: z.string(),
      begins_at: timestamp.describe('When it is so late first, anywhere.'),
      ends_at: timestamp.describe('When it is so late last: for the audience, once that is frozen.'),
      turns: z
        .array(z.strictObject({ begins_at: timestamp, recipients: z.int().min(0) }))
        .describe('When how many get it, in this order; until then they wait. Empty until the audience is frozen.'),
    })
    .nullable()
    .describe('Null where it is not sent at a time of each person’s time zone. An extra of this server.'),
});

/** What a draft that was written is answered with. */
export const written = oneChanged(object).extend({
  revision: z.int().min(1).optional().describe('How often the draft was written. An extra of this server.'),
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
