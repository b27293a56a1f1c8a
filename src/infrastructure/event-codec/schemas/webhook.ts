import { z } from 'zod';
import { personal, position, streamNamed } from '../../../domain/shared/event.js';

const tag = z.object({ name: z.string(), value: z.string() });

const target = personal(
  z.object({ url: z.string(), headers: z.array(z.tuple([z.string(), z.string()])), tags: z.array(tag) }),
);

const settings = {
  target,
  events: z.array(z.string()).nullable(),
  domainIds: z.array(z.string()),
  ordered: z.boolean(),
  perSecond: z.number().nullable(),
};

const secret = personal(z.string());

export const webhookRegistered = z.object({ ...settings, webhookId: z.string(), teamId: z.string(), secret });
export const webhookChanged = z.object(settings);
export const webhookDisabled = z.object({ why: z.enum(['person', 'failing', 'gone']) });
export const webhookKeptFailing = z.object({ since: z.string() });
export const webhookSecretRotated = z.object({ secret, previousUntil: z.string() });

export const webhookMessagesExhausted = z.object({
  messages: z.array(
    z.object({
      messageId: z.string(),
      eventId: z.string(),
      type: z.string(),
      attempts: z.number(),
      why: z.enum(['retries', 'refused']),
    }),
  ),
});

const scope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), messageId: z.string() }),
  z.object({ kind: z.literal('failed'), since: z.string(), until: z.string().optional() }),
  z.object({
    kind: z.literal('events'),
    since: z.string().nullable(),
    after: position.nullable(),
    until: z.string().optional(),
    types: z.array(z.string()).nullable(),
  }),
]);

const replayId = z.string();
const failed = z.number().optional();

export const webhookReplayRequested = z.object({ replayId, scope, perSecond: z.number().optional() });
export const webhookReplayStopped = z.object({ replayId, sent: z.number().optional(), failed });
export const webhookReplayCompleted = z.object({ replayId, sent: z.number(), failed });

const failure = z
  .enum(['status', 'redirect', 'timeout', 'dns', 'address', 'connection', 'tls', 'broken-answer', 'bad-url'])
  .nullable();

const attempt = z.object({
  id: z.string(),
  messageId: z.string(),
  webhookId: z.string(),
  eventId: z.string(),
  position,
  source: z.object({ stream: streamNamed, revision: z.number() }).optional(),
  part: z.number(),
  type: z.string(),
  emailId: z.string().nullable(),
  createdAt: z.string(),
  at: z.string(),
  durationMs: z.number(),
  number: z.number(),
  status: z.number().nullable(),
  failure,
  outcome: z.enum(['delivered', 'retrying', 'exhausted', 'refused']),
  nextAttemptAt: z.string().nullable(),
  replayId: z.string().nullable(),
});

export const webhookAttempted = z.object({
  attempts: z.array(attempt),
  answers: personal(z.array(z.string())),
  answerHeaders: personal(z.array(z.array(z.tuple([z.string(), z.string()])))).optional(),
});
const test = z.object({
  id: z.string(),
  messageId: z.string(),
  webhookId: z.string(),
  type: z.string(),
  at: z.string(),
  durationMs: z.number(),
  status: z.number().nullable(),
  failure,
});
export const webhookTested = z.object({ test, answer: personal(z.string()) });
export const webhookMessagesDropped = z.object({ messageIds: z.array(z.string()) });
export const webhookProgressed = z.object({
  partition: z.string(),
  position,
  readers: z.array(
    z.object({
      webhookId: z.string(),
      replayId: z.string().nullable(),
      position,
      sent: z.number(),
      failed,
      total: z.number().optional(),
    }),
  ),
  failing: z.array(z.object({ webhookId: z.string(), since: z.string() })),
});
