import { z } from 'zod';
import {
  type DataOf,
  event,
  type EventIn,
  type EventOf,
  personal,
  position,
  streamNamed,
  streams,
} from '../shared/event.js';

/*
 * In `webhooklog-<instance>-<hour>`: written behind, one append for a moment's attempts of all teams. A crash may lose
 * the last moment; the endpoint's position is in the same append, so what is lost is sent again and nothing is left
 * out.
 */

const attemptFailure = z.enum([
  'status',
  'redirect',
  'timeout',
  'dns',
  'address',
  'connection',
  'tls',
  'broken-answer',
  'bad-url',
]);
/**
 * Why no answer counts. `redirect`: one was answered and not followed. `address`: the host has no public address, or
 * none at all; early attempts said `dns` for the latter.
 */
export type AttemptFailure = z.output<typeof attemptFailure>;

const attemptOutcome = z.enum(['delivered', 'retrying', 'exhausted', 'refused']);
/**
 * `delivered`: answered 2xx. `retrying`: again at `nextAttemptAt`. `exhausted`: the schedule is over. `refused`: the
 * endpoint asked for no further attempt, by a header or with 410.
 */
export type AttemptOutcome = z.output<typeof attemptOutcome>;

const eventSource = z.object({ stream: streamNamed, revision: z.number() });
export type EventSource = DataOf<typeof eventSource>;

const webhookAttempt = z.object({
  /** `atmpt_…` */
  id: z.string(),
  /** `msg_…`: the same over all attempts and replays. */
  messageId: z.string(),
  webhookId: z.string(),
  /** The event that the message is about, where it is, and which of the messages that it makes. */
  eventId: z.string(),
  position,
  /** Its stream and revision, which hold on other engines too; early attempts did not name them. */
  source: eventSource.optional(),
  part: z.number(),
  /** As `email.delivered`. */
  type: z.string(),
  emailId: z.string().nullable(),
  /** ISO 8601: of the event. */
  createdAt: z.string(),
  /** ISO 8601: of this attempt. */
  at: z.string(),
  durationMs: z.number(),
  /** From 1, in a replay too. */
  number: z.number(),
  /** Null when no answer came. */
  status: z.number().nullable(),
  /** Null when delivered. */
  failure: attemptFailure.nullable(),
  outcome: attemptOutcome,
  /** ISO 8601; only while `retrying`. */
  nextAttemptAt: z.string().nullable(),
  replayId: z.string().nullable(),
});
/**
 * One POST to one endpoint. It says enough of its message that a document of that follows from the last attempt alone.
 */
export type WebhookAttempt = DataOf<typeof webhookAttempt>;

const answerHeaders = z.array(z.tuple([z.string(), z.string()]));
/** Names in lower case, as the endpoint answered them; a name may stand there twice. */
export type AnswerHeaders = DataOf<typeof answerHeaders>;

/** What an endpoint answers is its own word: no address is looked for in it. */
const withHour = { erased: 'with its hour, by age' } as const;

/** One team's attempts of a moment. */
const webhookAttempted = event('WebhookAttempted', {
  data: z.object({
    attempts: z.array(webhookAttempt),
    /** The body of each answer, cut; empty where none came. Under the key of this team and hour. */
    answers: personal(z.array(z.string()), withHour),
    /**
     * The headers of each answer, cut; empty where none came. Under the same key. Absent in events from before they
     * were kept.
     */
    answerHeaders: personal(z.array(answerHeaders), withHour).optional(),
  }),
  summary: ({ attempts }) => `Attempts: ${attempts.map(attemptLine).join(', ')}`,
});
export type WebhookAttempted = EventOf<typeof webhookAttempted>;

const webhookTest = webhookAttempt.pick({
  id: true,
  messageId: true,
  webhookId: true,
  type: true,
  at: true,
  durationMs: true,
  status: true,
  failure: true,
});
/** A sample that was sent to an endpoint on request. */
export type WebhookTest = DataOf<typeof webhookTest>;

/** It is no attempt at a message: it is not tried again, and nothing is judged by it. */
const webhookTested = event('WebhookTested', {
  data: z.object({
    test: webhookTest,
    /** The body of the answer, cut; empty where none came. Under the key of this team and hour. */
    answer: personal(z.string(), withHour),
  }),
  summary: ({ test: { type, webhookId, status, failure } }) =>
    `Sample of ${type} sent to ${webhookId}: ${status ?? failure ?? 'no response'}`,
});
export type WebhookTested = EventOf<typeof webhookTested>;

/** These messages waited for another attempt, and their endpoint was disabled, or deleted, since. */
const webhookMessagesDropped = event('WebhookMessagesDropped', {
  data: z.object({ messageIds: z.array(z.string()) }),
  summary: ({ messageIds }) => `Not retried because the endpoint is disabled: ${messageIds.join(', ')}`,
});
export type WebhookMessagesDropped = EventOf<typeof webhookMessagesDropped>;

const webhookReader = z.object({
  webhookId: z.string(),
  /** Null for the live one. */
  replayId: z.string().nullable(),
  /** Everything up to here is settled, or its next attempt is in the log. */
  position,
  /** Messages that a replay has sent; 0 for a live one. */
  sent: z.number(),
  /** Messages among `sent` whose attempt failed. */
  failed: z.number().optional(),
  /** About how many a replay will have sent at its end; not there before it is counted, and for a live one. */
  total: z.number().optional(),
});
/** How far one endpoint has come in the log, or one replay of it. */
export type WebhookReader = DataOf<typeof webhookReader>;

/** How one partition of endpoints stands. It replaces the earlier reports of the same partition. */
const webhookProgressed = event('WebhookProgressed', {
  data: z.object({
    partition: z.string(),
    /** Every live reader that `readers` does not name has come as far as this. */
    position,
    readers: z.array(webhookReader),
    /** Endpoints that have answered nothing but failures, and since when (ISO 8601). */
    failing: z.array(z.object({ webhookId: z.string(), since: z.string() })),
  }),
  summary: (data) =>
    `Endpoints of partition ${data.partition} have processed everything up to position ${data.position}`,
});
export type WebhookProgressed = EventOf<typeof webhookProgressed>;

export const webhookLogStreams = streams(
  'webhooklog',
  [webhookAttempted, webhookTested, webhookMessagesDropped, webhookProgressed],
  { activity: 'never' },
);
export type WebhookLogEvent = EventIn<typeof webhookLogStreams>;

function attemptLine({ messageId, type, number, status, failure }: WebhookAttempt): string {
  return `${type} ${messageId}, attempt ${number}: ${status ?? failure ?? 'no response'}`;
}

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly webhooklog: true;
  }
}
