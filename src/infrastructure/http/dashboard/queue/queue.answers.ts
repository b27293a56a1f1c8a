import { z } from 'zod';
import type { Moved } from '../../../../application/queue/move-mails.js';
import type { GetTeamQueueResult, TeamQueueLine } from '../../../../application/queue/team-queue.js';
import type { Answer } from '../../openapi/operation.js';
import { id, isoTime } from '../../openapi/shared-schemas.js';

const count = z.int().min(0);
const pause = z.strictObject({ since: isoTime, until: isoTime.nullable(), reason: z.string() });
const queueLine = z.strictObject({
  domain: z.string().nullable().describe('The recipient domain. Null if it was erased.'),
  due: count.describe('The number of recipients that are due now.'),
  waiting: count.describe('The number of recipients that wait for their next attempt or for their scheduled time.'),
  in_attempt: count,
  next_at: isoTime.nullable(),
  last_reply: z
    .string()
    .nullable()
    .describe('The reply to the last failed attempt, such as `451 4.7.1 at rcpt`. Null if no reply is known.'),
  last_reply_text: z
    .string()
    .nullable()
    .describe('The text of the reply. Null if the reply has no text or if it was erased.'),
  reply_kind: z
    .string()
    .nullable()
    .describe('The meaning of the reply as a code, such as `mailbox-full`. Null if no reply is known.'),
  since: isoTime.describe('The time when the oldest of these emails first became due.'),
  paused: pause.nullable(),
  first_email_id: id.describe(
    'The ID of an email in an attempt. If there is no such email, the ID of the email that is due first.',
  ),
});
export const queue = z.strictObject({
  object: z.literal('queue'),
  complete: z.boolean().describe('False if more emails wait than were counted.'),
  data: z
    .array(queueLine)
    .describe(
      'The waiting email by recipient domain and MX set of the last attempt, sorted by the number of recipients.',
    ),
  pauses: z
    .array(
      z.strictObject({
        id: z.string(),
        domain: z
          .string()
          .nullable()
          .describe('The paused recipient domain. Null if no email of the team waits for it.'),
        ...pause.shape,
      }),
    )
    .describe('All active pauses, for the first team of the server. Empty for other teams.'),
});
export const queueChange = z.strictObject({
  object: z.literal('queue_change'),
  changed: z.boolean().describe('False if the queue was already in this state.'),
});
export const queueMove = z.strictObject({
  object: z.literal('queue_move'),
  emails: count,
  recipients: count.describe('The number of affected recipients. Recipients in an attempt are not affected.'),
  failed: count.describe('The number of emails whose state could not be stored. Repeat the request for these emails.'),
  complete: z.boolean().describe('False if more emails remain. Repeat the request for these emails.'),
});

/** The log's names of destinations and MX sets are the operator's: a team knows the domain. */
export function presentQueue({ lines, isComplete, pauses }: GetTeamQueueResult): Answer<typeof queue> {
  return {
    object: 'queue',
    complete: isComplete,
    data: lines.map(presentQueueLine),
    pauses: pauses.map(({ kind, name, domain, since, until, reason }) => {
      return { id: `${kind}:${name}`, domain, since, until, reason };
    }),
  };
}

function presentQueueLine(line: TeamQueueLine): Answer<typeof queueLine> {
  const { domain, due, waiting, claimed, nextAt, lastReply, lastSaid, replyKind, since, paused, firstEmailId } = line;
  return {
    domain,
    due,
    waiting,
    in_attempt: claimed,
    next_at: nextAt,
    last_reply: lastReply,
    last_reply_text: lastSaid,
    reply_kind: replyKind,
    since,
    paused,
    first_email_id: firstEmailId,
  };
}

export function presentMoved({ mails, recipients, unavailable, isComplete }: Moved): Answer<typeof queueMove> {
  return { object: 'queue_move', emails: mails, recipients, failed: unavailable, complete: isComplete };
}
