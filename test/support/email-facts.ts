import type {
  ClaimDelivery,
  RecipientAnswer,
  RecordAnswers,
  RecordOutcomeUnknown,
} from '../../src/domain/email/commands.js';
import type {
  DeliveryAttemptAbandoned,
  DeliveryAttemptStarted,
  DeliveryDeferred,
  DeliveryOutcomeUnknown,
  EmailAccepted,
  EmailBounced,
  EmailCanceled,
  EmailDelivered,
  EmailFailed,
  EmailRescheduled,
  RecordedReply,
} from '../../src/domain/email/events.js';
import type { SmtpStep } from '../../src/domain/email/judging/judgement.js';
import { judgeReply } from '../../src/domain/email/judging/judge-reply.js';
import type { RetryPolicy } from '../../src/domain/shared/retries/email-retries.js';
import { kidOf, plain, reveal } from '../../src/domain/shared/personal.js';
import { givenAt } from './decider-spec.js';

/** Facts and commands of one mail, for the specs of its decider. */

const row = '0195d6a0-0000-7000-8000-000000000001';
const acceptedAtMs = Date.parse(givenAt);

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** So many milliseconds after the accept, as the log writes it. */
export const after = (delayMs: number): string => new Date(acceptedAtMs + delayMs).toISOString();

export const policy: RetryPolicy = {
  schedules: {
    transactional: { delaysMs: [30_000, 2 * minuteMs], expiresAfterMs: 24 * hourMs },
    standard: { delaysMs: [minuteMs, 5 * minuteMs, 15 * minuteMs], expiresAfterMs: 72 * hourMs },
    bulk: { delaysMs: [5 * minuteMs], expiresAfterMs: 48 * hourMs },
    strangers: { delaysMs: [5 * minuteMs], expiresAfterMs: 48 * hourMs },
  },
  statedDelayBoundsMs: { min: 10_000, max: 6 * hourMs },
  maxUnknownOutcomes: 3,
};

/** A mail with one recipient for each destination named. */
export function accepted(
  destinations: readonly string[],
  retryClass: keyof RetryPolicy['schedules'] = 'standard',
  scheduledAt: string | null = null,
): EmailAccepted {
  return {
    type: 'EmailAccepted',
    data: {
      submission: null,
      domainId: '0195d6a0-0000-7000-8000-0000000000d0',
      messageId: '<0195d6a0-0000-7000-8000-0000000000e0@example.com>',
      retryClass,
      sandbox: false,
      content: plain(kidOf(row, 0), {
        from: { name: null, address: 'news@example.com' },
        replyTo: [],
        subject: 'Hello',
        headers: [],
        tags: [],
      }),
      contentAddressHashes: [],
      recipients: destinations.map((destination, number) => ({
        role: 'to',
        destination,
        addressHash: null,
        mailbox: plain(kidOf(row, number + 1), { name: null, address: `r${number}@${destination}` }),
        dsn: null,
      })),
      body: { blobId: '0195d6a0-0000-7000-8000-0000000000b0', kid: kidOf(row, 0), sizeBytes: 100, digest: 'aa' },
      attachments: [],
      scheduledAt,
      raw: null,
    },
  };
}

export function rescheduled(scheduledAt: string, destinations: readonly string[]): EmailRescheduled {
  return { type: 'EmailRescheduled', data: { scheduledAt, destinations } };
}

export function canceled(destinations: readonly string[]): EmailCanceled {
  return { type: 'EmailCanceled', data: { destinations } };
}

const worker = 'worker-1';
const deadline = after(630_000);

export function claim(attemptId: string, recipients: readonly number[], nowMs = acceptedAtMs): ClaimDelivery {
  return { type: 'ClaimDelivery', attemptId, recipients, mxSet: 'relay', worker, deadline, tls: null, nowMs };
}

export function started(
  attemptId: string,
  recipients: readonly number[],
  destinations: readonly string[],
): DeliveryAttemptStarted {
  const data = { attemptId, recipients, destinations, mxSet: 'relay', worker, deadline, tls: null };
  return { type: 'DeliveryAttemptStarted', data };
}

export function abandoned(
  attemptId: string,
  recipients: readonly number[],
  destinations: readonly string[],
): DeliveryAttemptAbandoned {
  return { type: 'DeliveryAttemptAbandoned', data: { attemptId, recipients, destinations, reason: 'append-unknown' } };
}

export function reply(code: number | null, step: SmtpStep = 'dot'): RecordedReply {
  const detail = plain(kidOf(row, 1), { text: 'as the receiver says', host: 'mx.example.com' });
  return { step, code, enhancedCode: null, detail };
}

export function answer(
  recipient: number,
  code: number | null,
  step: SmtpStep = 'dot',
  statedDelayMs?: number,
): RecipientAnswer {
  return { recipient, reply: reply(code, step), ...(statedDelayMs === undefined ? {} : { statedDelayMs }) };
}

export function answers(
  attemptId: string,
  list: readonly RecipientAnswer[],
  nowMs = acceptedAtMs,
  jitter = 0,
): RecordAnswers {
  return { type: 'RecordAnswers', attemptId, answers: list, mxSet: 'mx', answeredBy: 'mx', policy, nowMs, jitter };
}

export function outcomeUnknown(
  attemptId: string,
  recordedBy: 'worker' | 'recovery',
  nowMs = acceptedAtMs,
): RecordOutcomeUnknown {
  return { type: 'RecordOutcomeUnknown', attemptId, recordedBy, replies: [], policy, nowMs, jitter: 0 };
}

export function unknown(
  attemptId: string,
  recipients: readonly number[],
  destinations: readonly string[],
  retries: DeliveryOutcomeUnknown['data']['retries'],
  recordedBy: 'worker' | 'recovery' = 'worker',
): DeliveryOutcomeUnknown {
  const data = { attemptId, recipients, destinations, recordedBy, retries, replies: [] };
  return { type: 'DeliveryOutcomeUnknown', data };
}

export function delivered(attemptId: string, recipient: number, destination: string): EmailDelivered {
  return { type: 'EmailDelivered', data: { attemptId, recipient, destination, reply: reply(250) } };
}

export function bounced(
  attemptId: string,
  recipient: number,
  destination: string,
  code = 550,
  step: SmtpStep = 'dot',
): EmailBounced {
  return { type: 'EmailBounced', data: { attemptId, recipient, destination, ...judged(reply(code, step)) } };
}

export function deferred(
  attemptId: string,
  recipient: number,
  destination: string,
  dueAt: string,
  code: number | null = 451,
  step: SmtpStep = 'dot',
): DeliveryDeferred {
  return {
    type: 'DeliveryDeferred',
    data: { attemptId, recipient, destination, ...judged(reply(code, step)), dueAt, mxSet: 'mx' },
  };
}

export function failed(
  attemptId: string | null,
  recipient: number,
  destination: string,
  reason: EmailFailed['data']['reason'],
  recorded: RecordedReply | null = null,
): EmailFailed {
  const last = recorded === null ? { reply: null, judgement: null, answeredBy: null } : judged(recorded);
  return { type: 'EmailFailed', data: { attemptId, recipient, destination, reason, ...last, why: null } };
}

/** A reply that took nothing, with what it means. */
function judged(recorded: RecordedReply) {
  const { step, code, enhancedCode, detail } = recorded;
  return {
    reply: recorded,
    answeredBy: 'mx' as const,
    judgement: judgeReply({ step, code, enhancedCode, text: reveal(detail)?.text ?? '' }),
  };
}
