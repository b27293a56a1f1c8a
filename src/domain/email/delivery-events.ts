import { z } from 'zod';
import { type DataOf, event, type EventOf, personal } from '../shared/event.js';
import { erasedText, reveal } from '../shared/personal.js';
import { type ReplyJudgement, replyJudgement, smtpStep } from './judging/judgement.js';
import { kindsInWords } from './judging/kinds-in-words.js';
import { recipientList } from './recipient-list.js';

const attempt = { attemptId: z.string(), recipients: z.array(z.number()), destinations: z.array(z.string()) };

const tlsUsed = z.object({
  protocol: z.string(),
  cipher: z.string(),
  authorized: z.boolean(),
  /** By which the recipient's domain demanded it; absent: by none. */
  policy: z.enum(['mta-sts', 'dane']).optional(),
});
export type TlsUsed = DataOf<typeof tlsUsed>;

const policyNames = { 'mta-sts': 'MTA-STS', dane: 'DANE' } as const;

/**
 * The claim: the data is with the receiver and only the final dot is missing. Only the writer whose own append was
 * acknowledged sends the dot, before `deadline` (ISO time).
 */
export const deliveryAttemptStarted = event('DeliveryAttemptStarted', {
  data: z.object({
    ...attempt,
    mxSet: z.string(),
    worker: z.string(),
    deadline: z.string(),
    tls: tlsUsed.nullable(),
  }),
  summary({ recipients, tls }) {
    const proof = tls?.authorized === true ? 'certificate valid' : 'certificate not verified';
    const by = tls?.policy === undefined ? '' : `, required by ${policyNames[tls.policy]}`;
    const connection = tls === null ? 'without TLS' : `over ${tls.protocol} (${tls.cipher}, ${proof}${by})`;
    return `Sending to ${recipientList(recipients)}, ${connection}`;
  },
});
export type DeliveryAttemptStarted = EventOf<typeof deliveryAttemptStarted>;

const abandonReasons = {
  'append-unknown': 'the claim could not be recorded',
  'deadline-passed': 'it took too long',
  'lease-lost': 'another process took over',
  'connection-lost': 'the connection was lost',
  stopping: 'the server was stopping',
  'refused-together': 'the receiver rejected all of them because of one recipient. Each is tried separately',
} as const;

/**
 * Certainly no recipient got the email: the dot was not sent, or was refused for all. The attempt's recipients are free
 * at once.
 */
export const deliveryAttemptAbandoned = event('DeliveryAttemptAbandoned', {
  data: z.object({
    ...attempt,
    reason: z.enum([
      'append-unknown',
      'deadline-passed',
      'lease-lost',
      'connection-lost',
      'stopping',
      'refused-together',
    ]),
  }),
  summary: ({ recipients, reason }) =>
    `Attempt for ${recipientList(recipients)} stopped before anything was ${reason === 'refused-together' ? 'accepted' : 'sent'}: ${abandonReasons[reason]}`,
});
export type DeliveryAttemptAbandoned = EventOf<typeof deliveryAttemptAbandoned>;

const recordedReply = z.object({
  step: smtpStep,
  /** Three digits, or null where there was no reply at all (refused, timed out, reset). */
  code: z.number().nullable(),
  /** RFC 3463, such as `5.1.1`. */
  enhancedCode: z.string().nullable(),
  /** How many recipients it was for. Absent when it was recorded before this was noted, or the mail was taken. */
  recipients: z.number().optional(),
  detail: personal(
    z.object({
      text: z.string(),
      host: z.string(),
      /** The conversation, line by line; absent for a plain delivery at the first try. */
      conversation: z.string().optional(),
    }),
    { erased: 'with the recipient, whose key it is under' },
  ),
});
/** What the receiving side answered, RFC 5321 §4.2. The text and the host may name a person, so they are personal. */
export type RecordedReply = DataOf<typeof recordedReply>;

const unansweredRecipient = z.object({ recipient: z.number(), reply: recordedReply });
/** In the place of a reply: how it was lost. */
export type UnansweredRecipient = DataOf<typeof unansweredRecipient>;

/**
 * The dot was (or may have been) sent and no reply was seen. `retries`: the recipients that are sent to again, and
 * when.
 */
export const deliveryOutcomeUnknown = event('DeliveryOutcomeUnknown', {
  data: z.object({
    ...attempt,
    recordedBy: z.enum(['worker', 'recovery']),
    retries: z.array(z.object({ recipient: z.number(), dueAt: z.string() })),
    /** By recipient, where the worker recorded it; empty after a crash, and in older events. */
    replies: z.array(unansweredRecipient).default([]),
  }),
  summary({ recipients, recordedBy, retries }) {
    const why = recordedBy === 'recovery' ? 'the worker crashed before it got a reply' : 'no reply arrived';
    const [first] = retries.map(({ dueAt }) => dueAt).sort();
    const next = first === undefined ? 'no retry' : `retry from ${first}`;
    return `Outcome unknown for ${recipientList(recipients)}: ${why}; ${next}`;
  },
});
export type DeliveryOutcomeUnknown = EventOf<typeof deliveryOutcomeUnknown>;

const outcome = { attemptId: z.string(), recipient: z.number(), destination: z.string(), reply: recordedReply };

const answeredBy = z.enum(['mx', 'relay', 'catcher', 'report']);
/**
 * Who spoke: the receiver's own MX, the operator's relay on behalf of others, a simulator on this machine, or a report
 * of delivery that came back by email after the email was taken.
 */
export type AnsweredBy = z.output<typeof answeredBy>;

const judged = {
  /**
   * What the reply meant by the rules of that day; null where it was recorded before there were any, or without a
   * reply.
   */
  judgement: replyJudgement.nullable().default(null),
  /** Null when no receiver was asked, as where the DNS knows no way; or it was recorded before this was noted. */
  answeredBy: answeredBy.nullable().default(null),
};

/** The receiver took the mail for this recipient. */
export const emailDelivered = event('EmailDelivered', {
  data: z.object(outcome),
  summary: ({ recipient, reply }) => `Delivered to recipient ${recipient}: ${spoken(reply)}`,
});
export type EmailDelivered = EventOf<typeof emailDelivered>;

/** A passing problem; the recipient is due again at `dueAt`. */
export const deliveryDeferred = event('DeliveryDeferred', {
  data: z.object({
    ...outcome,
    ...judged,
    dueAt: z.string(),
    /** Where it was tried; null: no way was found, or it was recorded before this was noted. */
    mxSet: z.string().nullable().default(null),
  }),
  summary: ({ recipient, reply, judgement, dueAt }) =>
    `Deferred for recipient ${recipient}: ${spoken(reply)}${meant(judgement)}; next attempt at ${dueAt}`,
});
export type DeliveryDeferred = EventOf<typeof deliveryDeferred>;

/** The receiver's refusal is final. */
export const emailBounced = event('EmailBounced', {
  data: z.object({ ...outcome, ...judged }),
  summary({ recipient, reply, judgement, answeredBy: by }) {
    const what = by === 'report' ? 'Accepted and bounced later' : 'Rejected permanently';
    return `${what} for recipient ${recipient}: ${spoken(reply)}${meant(judgement)}`;
  },
});
export type EmailBounced = EventOf<typeof emailBounced>;

const reportedInWords = {
  delayed: 'a later server is still retrying',
  delivered: 'a later server delivered the email',
  'sent-on': 'passed on to a server that sends no reports',
  'automatic-reply': 'an automatic reply came back',
} as const;

/** A report that decides nothing came back by email after the email was taken. */
export const deliveryReported = event('DeliveryReported', {
  data: z.object({
    recipient: z.number(),
    destination: z.string(),
    what: z.enum(['delayed', 'delivered', 'sent-on', 'automatic-reply']),
    /** What it quotes; null where it quotes nothing. */
    reply: recordedReply.nullable(),
  }),
  summary({ recipient, what, reply }) {
    const said = reply === null ? '' : `: ${spoken(reply)}`;
    return `Reported for recipient ${recipient}: ${reportedInWords[what]}${said}`;
  },
});
export type DeliveryReported = EventOf<typeof deliveryReported>;

const failureReasons = {
  expired: 'retries ran out',
  'outcome-unknown': 'the outcome was unknown too often',
  erased: 'the address was erased',
  'domain-deleted': 'its domain was deleted before it was sent',
  'too-large': 'with its template, the email was too large',
  dropped: 'it was dropped manually',
} as const;

/**
 * We gave up: retries ran out, the outcome stayed unknown too often, the address was erased while it waited, its
 * domain was deleted, its template made too much of it, or a person dropped it.
 */
export const emailFailed = event('EmailFailed', {
  data: z.object({
    attemptId: z.string().nullable(),
    recipient: z.number(),
    destination: z.string(),
    reason: z.enum(['expired', 'outcome-unknown', 'erased', 'domain-deleted', 'too-large', 'dropped']),
    reply: recordedReply.nullable(),
    ...judged,
    /** What the person who dropped it gave as a reason. */
    why: z.string().nullable().default(null),
  }),
  summary({ recipient, reason, reply, judgement, why }) {
    const because = `${failureReasons[reason]}${why === null ? '' : ` (${why})`}`;
    const last = reply === null ? '' : `; the last reply was ${spoken(reply)}${meant(judgement)}`;
    return `Failed for recipient ${recipient}: ${because}${last}`;
  },
  activity: 'people',
});
export type EmailFailed = EventOf<typeof emailFailed>;

/** `250 2.0.0 Ok`; a text that already begins with the codes is not given them twice. */
function spoken({ code, enhancedCode, detail }: RecordedReply): string {
  const codes = [code, enhancedCode].filter((part) => part !== null).map(String);
  let rest = reveal(detail)?.text ?? erasedText;
  for (const part of codes)
    if (rest === part || rest.startsWith(`${part} `)) rest = rest.slice(part.length).trimStart();
  return [...codes, rest].filter((part) => part !== '').join(' ');
}

function meant(judgement: ReplyJudgement | null): string {
  const words = judgement === null ? '' : kindsInWords[judgement.kind];
  return words === '' ? '' : ` (${words})`;
}
