import { z } from 'zod';
import type { Moved } from '../../../../application/queue/move-mails.js';
import type { GetTeamQueueResult, TeamQueueLine } from '../../../../application/queue/team-queue.js';
import type { Answer } from '../../openapi/operation.js';
import { id, isoTime } from '../../openapi/shared-schemas.js';

const count = z.int().min(0);
const pause = z.strictObject({ since: isoTime, until: isoTime.nullable(), reason: z.string() });
const queueLine = z.strictObject({
  domain: z.string().nullable().describe('Null: erased.'),
  due: count.describe('Recipients that could be sent to now.'),
  waiting: count.describe('Recipients that wait for their next try or for their time.'),
  in_attempt: count,
  next_at: isoTime.nullable(),
  last_reply: z
    .string()
    .nullable()
    .describe('Of the last try that came to nothing, such as `451 4.7.1 at rcpt`; null: none is known.'),
  last_reply_text: z.string().nullable().describe('What was said with it; null: nothing, or it is erased.'),
  reply_kind: z.string().nullable().describe('What that reply means, such as `mailbox-full`.'),
  since: isoTime.describe('Since when the oldest of these emails could have been sent.'),
  paused: pause.nullable(),
  first_email_id: id.describe('An email in an attempt, or the one that is due first.'),
});
export const queue = z.strictObject({
  object: z.literal('queue'),
  complete: z.boolean().describe('False: there is more than is counted here.'),
  data: z
    .array(queueLine)
    .describe('One for each domain and way that its email was last tried; the most recipients first.'),
  pauses: z
    .array(
      z.strictObject({
        id: z.string(),
        domain: z.string().nullable().describe('Null: no waiting email of the team shows it.'),
        ...pause.shape,
      }),
    )
    .describe('All that hold, for the first team of the server; for others none.'),
});
export const queueChange = z.strictObject({
  object: z.literal('queue_change'),
  changed: z.boolean().describe('False: it was so already.'),
});
export const queueMove = z.strictObject({
  object: z.literal('queue_move'),
  emails: count,
  recipients: count.describe('Those in an attempt are left to it.'),
  failed: count.describe('Emails whose state could not be written: ask again.'),
  complete: z.boolean().describe('False: there is more; ask again.'),
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
