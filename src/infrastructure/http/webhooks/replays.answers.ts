import { z } from 'zod';
import type { ShownReplay } from '../../../application/webhook/manage-replays.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import { id, isoTime, listOf, loggedText, timestamp } from '../openapi/shared-schemas.js';

const object = z.literal('webhook_replay');

export const changedWebhookReplay = z.strictObject({ object, id });

const members = {
  id,
  scope: z.enum(['failed', 'events']).describe('What failed, or every event.'),
  since: isoTime.nullable(),
  until: isoTime.nullable().describe('Null: when it was asked for.'),
  types: z.array(loggedText).nullable().describe('Null: those of the endpoint.'),
  status: z.enum(['running', 'stopped', 'completed']),
  sent: z.int().describe('Messages that were sent so far, whatever was answered; a few seconds old while it runs.'),
  failed: z.int().describe('Of these, those that were not taken. They are tried again as others are.'),
  total: z
    .int()
    .nullable()
    .describe(
      'About how many messages it sends in all: it may be a little fewer. Null where they are not counted yet, and where it was stopped.',
    ),
  reached_at: isoTime.nullable().describe('The time of the events that it has come to; null where it does not run.'),
  created_at: timestamp,
  ended_at: timestamp.nullable(),
};
const row = z.strictObject(members);
export const webhookReplayList = listOf(row);
export const oneWebhookReplay = z.strictObject({ object, ...members });

const statuses = { requested: 'running', stopped: 'stopped', completed: 'completed' } as const;

export function presentReplay(replay: ShownReplay): Answer<typeof row> {
  const { id, scope, status, sent, failed, total, reachedAt, requestedAt, endedAt } = replay;
  const { since, until = null } = scope.kind === 'message' ? { since: null } : scope;
  return {
    id,
    scope: scope.kind === 'failed' ? 'failed' : 'events',
    since,
    until,
    types: scope.kind === 'events' ? scope.types : null,
    status: statuses[status],
    sent,
    failed,
    total,
    reached_at: reachedAt,
    created_at: restTimestamp(requestedAt),
    ended_at: endedAt === null ? null : restTimestamp(endedAt),
  };
}
