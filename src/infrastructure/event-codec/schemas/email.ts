import { z } from 'zod';
import { personal } from '../../../domain/shared/event.js';

const attempt = { attemptId: z.string(), recipients: z.array(z.number()), destinations: z.array(z.string()) };

const reply = z.object({
  step: z.enum(['dns', 'connect', 'greeting', 'ehlo', 'starttls', 'auth', 'mail', 'rcpt', 'data', 'dot']),
  code: z.number().nullable(),
  enhancedCode: z.string().nullable(),
  detail: personal(z.object({ text: z.string(), host: z.string(), conversation: z.string().optional() })),
});

const outcome = { attemptId: z.string(), recipient: z.number(), destination: z.string(), reply };

const judgement = z
  .object({
    rules: z.number(),
    kind: z.enum([
      'no-mailbox',
      'no-domain',
      'inactive',
      'mailbox-full',
      'restricted',
      'too-large',
      'attachment',
      'content',
      'reputation',
      'policy',
      'rate',
      'identity',
      'config',
      'passing',
      'route',
      'no-reply',
      'unknown',
    ]),
    fault: z.enum(['recipient', 'reputation', 'content', 'config', 'remote', 'route', 'unknown']),
    retry: z.boolean(),
    suppress: z.enum(['never', 'at-once', 'repeated', 'stays-full']),
    bounceType: z.enum(['Permanent', 'Transient', 'Undetermined']),
    bounceSubType: z.enum([
      'General',
      'NoEmail',
      'MailboxFull',
      'MessageTooLarge',
      'ContentRejected',
      'AttachmentRejected',
      'Undetermined',
    ]),
  })
  .nullable()
  .default(null);

const answeredBy = z.enum(['mx', 'relay', 'catcher']).nullable().default(null);
const judged = { judgement, answeredBy };

export const emailRescheduled = z.object({ scheduledAt: z.string(), destinations: z.array(z.string()) });
export const emailCanceled = z.object({ destinations: z.array(z.string()) });

export const emailShared = z.object({ shareId: z.string(), expiresAt: z.string() });
export const emailShareRevoked = z.object({ shareId: z.string() });

export const deliveryAttemptStarted = z.object({
  ...attempt,
  mxSet: z.string(),
  worker: z.string(),
  deadline: z.string(),
  tls: z.object({ protocol: z.string(), cipher: z.string(), authorized: z.boolean() }).nullable(),
});

export const deliveryAttemptAbandoned = z.object({
  ...attempt,
  reason: z.enum(['append-unknown', 'deadline-passed', 'lease-lost', 'connection-lost', 'stopping']),
});

export const deliveryOutcomeUnknown = z.object({
  ...attempt,
  recordedBy: z.enum(['worker', 'recovery']),
  retries: z.array(z.object({ recipient: z.number(), dueAt: z.string() })),
  replies: z.array(z.object({ recipient: z.number(), reply })).default([]),
});

export const emailDelivered = z.object(outcome);
export const deliveryDeferred = z.object({
  ...outcome,
  ...judged,
  dueAt: z.string(),
  mxSet: z.string().nullable().default(null),
});
export const emailBounced = z.object({ ...outcome, ...judged });

export const emailFailed = z.object({
  attemptId: z.string().nullable(),
  recipient: z.number(),
  destination: z.string(),
  reason: z.enum(['expired', 'outcome-unknown', 'erased', 'domain-deleted', 'dropped']),
  reply: reply.nullable(),
  ...judged,
  why: z.string().nullable().default(null),
});

export const emailRetried = z.object({
  destinations: z.array(z.object({ destination: z.string(), generation: z.number(), recipients: z.array(z.number()) })),
  retryClass: z.enum(['transactional', 'standard', 'bulk']),
  reason: z.string(),
});

export const emailSuppressed = z.object({
  recipient: z.number(),
  destination: z.string(),
  reason: z.enum(['bounce', 'complaint', 'manual', 'simulated']),
});

export const emailComplained = z.object({
  recipient: z.number(),
  destination: z.string(),
  by: z.enum(['receiver', 'simulator']),
});
