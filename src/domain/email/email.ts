import { refuse, type Decider, type Decision, unreachable } from '../shared/decider.js';
import type {
  AbandonAttempt,
  ClaimDelivery,
  EmailCommand,
  EmailRefusal,
  GiveUp,
  RecordAnswers,
  RecordComplaint,
  RecordHits,
  RecordReport,
  SuppressRecipients,
} from './commands.js';
import type {
  DeliveryDeferred,
  EmailBounced,
  EmailDelivered,
  EmailEvent,
  EmailFailed,
  RecordedReply,
} from './events.js';
import { nextDueAt } from '../shared/retries/email-retries.js';
import {
  evolveEmail,
  initialEmail,
  isUnsettled,
  reportKey,
  type AcceptedState,
  type EmailState,
  type RecipientState,
} from './state.js';
import { recordOutcomeUnknown } from './outcome-unknown.js';
import { dropWaiting, retryNow } from './operator-actions.js';
import { cancel, reschedule, revokeShare, share } from './sender-requests.js';
import { reveal } from '../shared/personal.js';
import { judgeReply } from './judging/judge-reply.js';
import type { ReplyJudgement } from './judging/judgement.js';

/** One mail from its acceptance to the last word about each recipient. */
export const email: Decider<EmailCommand, EmailState, EmailEvent, EmailRefusal> = {
  initial: initialEmail,
  decide,
  evolve: evolveEmail,
};

function decide(command: EmailCommand, state: EmailState): Decision<EmailEvent, EmailRefusal> {
  if (command.type === 'OpenEmail') {
    if (state.status === 'abandoned') return refuse('accept-abandoned');
    return state.status === 'none' ? [{ type: 'EmailAccepted', data: command.accepted }] : [];
  }
  if (command.type === 'AbandonAccept') {
    if (state.status === 'accepted') return refuse('already-accepted');
    return state.status === 'none' ? [{ type: 'AcceptAbandoned', data: { reason: command.reason } }] : [];
  }
  if (state.status !== 'accepted') return refuse('email-not-found');
  switch (command.type) {
    case 'RescheduleEmail':
      return reschedule(command, state);
    case 'CancelEmail':
      return cancel(state);
    case 'ClaimDelivery':
      return claim(command, state);
    case 'AbandonAttempt':
      return abandon(command, state);
    case 'RecordAnswers':
      return recordAnswers(command, state);
    case 'RecordOutcomeUnknown':
      return recordOutcomeUnknown(command, state);
    case 'GiveUp':
      return giveUp(command, state);
    case 'RetryNow':
      return retryNow(command, state);
    case 'DropWaiting':
      return dropWaiting(command, state);
    case 'SuppressRecipients':
      return suppress(command, state);
    case 'RecordReport':
      return report(command, state);
    case 'RecordComplaint':
      return complain(command, state);
    case 'ShareEmail':
      return share(command, state);
    case 'RevokeShare':
      return revokeShare(command, state);
    case 'RecordHits':
      return recordHits(command, state);
    default:
      return unreachable(command);
  }
}

function claim(command: ClaimDelivery, state: AcceptedState): Decision<EmailEvent, EmailRefusal> {
  const { attemptId, recipients, mxSet, worker, deadline, tls, nowMs } = command;
  if (state.abandoned.includes(attemptId)) return refuse('attempt-abandoned');
  // Not "already so": a second claim of one attempt must not send a second dot, for these recipients or for others.
  if (attemptId in state.attempts) return refuse('not-due');
  const allDue = recipients.length > 0 && recipients.every((number) => isDue(state.recipients[number], nowMs));
  if (!allDue) return refuse('not-due');
  const destinations = destinationsOf(state, recipients);
  const data = { attemptId, recipients, destinations, mxSet, worker, deadline, tls };
  return [{ type: 'DeliveryAttemptStarted', data }];
}

function abandon(command: AbandonAttempt, state: AcceptedState): readonly EmailEvent[] {
  const { attemptId, reason } = command;
  if (state.abandoned.includes(attemptId)) return [];
  // All that a claim named are freed with it, whichever the command names.
  const claimed = state.attempts[attemptId]?.recipients ?? [];
  const recipients = [...new Set([...claimed, ...command.recipients])].sort((left, right) => left - right);
  const destinations = destinationsOf(state, recipients);
  return [{ type: 'DeliveryAttemptAbandoned', data: { attemptId, recipients, destinations, reason } }];
}

function recordAnswers(command: RecordAnswers, state: AcceptedState): readonly EmailEvent[] {
  return command.answers.flatMap((answer): readonly EmailEvent[] => {
    const recipient = state.recipients[answer.recipient];
    if (recipient === undefined) return [];
    const { attemptId } = command;
    const base = { attemptId, recipient: answer.recipient, destination: recipient.destination, reply: answer.reply };
    const meaning = meaningOf(answer.reply);
    // A late true result is recorded even after the recipient was freed; the same result twice is not.
    if (recipient.status === meaning.outcome) return [];
    if (meaning.outcome === 'delivered') return delivered(base, answer.complains === true);
    if (!isUnsettled(recipient)) return [];
    if (recipient.status === 'claimed' && recipient.attemptId !== attemptId) return [];
    // From a try that a reschedule overtook before its claim: its delay must not undo the new time.
    if (state.schedule === 'waiting' && !isDue(recipient, command.nowMs)) return [];
    const judged = { ...base, judgement: meaning.judgement, answeredBy: command.answeredBy };
    if (meaning.outcome === 'bounced') return [{ type: 'EmailBounced', data: judged }];
    return [deferOrExpire(command, state, answer, recipient.tries, judged)];
  });
}

function deferOrExpire(
  command: RecordAnswers,
  state: AcceptedState,
  answer: RecordAnswers['answers'][number],
  earlierTries: number,
  base: EmailBounced['data'],
): DeliveryDeferred | EmailFailed {
  const { statedDelayMs } = answer;
  const dueAtMs = nextDueAt({
    schedule: command.policy.schedules[state.retryClass],
    statedDelayBoundsMs: command.policy.statedDelayBoundsMs,
    earlierTries,
    startedAtMs: Date.parse(state.startsAt),
    nowMs: command.nowMs,
    jitter: command.jitter,
    ...(statedDelayMs === undefined ? {} : { statedDelayMs }),
  });
  return dueAtMs === undefined
    ? { type: 'EmailFailed', data: { ...base, reason: 'expired', why: null } }
    : { type: 'DeliveryDeferred', data: { ...base, dueAt: new Date(dueAtMs).toISOString(), mxSet: command.mxSet } };
}

function giveUp({ recipients, reason }: GiveUp, state: AcceptedState): readonly EmailEvent[] {
  return recipients.flatMap((number): readonly EmailEvent[] => {
    const recipient = state.recipients[number];
    if (recipient?.status !== 'due') return [];
    const { destination } = recipient;
    const data = {
      attemptId: null,
      recipient: number,
      destination,
      reason,
      reply: null,
      judgement: null,
      answeredBy: null,
      why: null,
    };
    return [{ type: 'EmailFailed', data }];
  });
}

function delivered(data: EmailDelivered['data'], complains: boolean): readonly EmailEvent[] {
  const { recipient, destination } = data;
  const complaint = { type: 'EmailComplained', data: { recipient, destination, by: 'simulator' } } as const;
  return [{ type: 'EmailDelivered', data }, ...(complains ? [complaint] : [])];
}

/** A report tells nothing of a recipient that nothing was sent to, or that has bounced already. */
function report({ reportId, failures, notes }: RecordReport, state: AcceptedState): readonly EmailEvent[] {
  const noted = notes.flatMap((note): readonly EmailEvent[] => {
    const recipient = state.recipients[note.recipient];
    const isKnown = (state.reported ?? []).includes(reportKey(note));
    if (recipient === undefined || isKnown || !mayHaveBeenTaken(recipient)) return [];
    return [{ type: 'DeliveryReported', data: { ...note, destination: recipient.destination } }];
  });
  const bounced = failures.flatMap(({ recipient: number, reply, judgement }): readonly EmailEvent[] => {
    const recipient = state.recipients[number];
    if (recipient === undefined || !mayHaveBeenTaken(recipient)) return [];
    const { destination } = recipient;
    const data = {
      attemptId: reportId,
      recipient: number,
      destination,
      reply,
      judgement,
      answeredBy: 'report',
    } as const;
    return [{ type: 'EmailBounced', data }];
  });
  return [...noted, ...bounced];
}

/** A receiver answered 250, or no answer was seen and it may have. */
function mayHaveBeenTaken({ status, unknowns }: RecipientState): boolean {
  if (status === 'delivered') return true;
  return unknowns > 0 && (status === 'due' || status === 'claimed' || status === 'failed');
}

function suppress({ recipients }: SuppressRecipients, state: AcceptedState): readonly EmailEvent[] {
  return recipients.flatMap(({ recipient: number, ...why }): readonly EmailEvent[] => {
    const recipient = state.recipients[number];
    if (recipient?.status !== 'due') return [];
    return [{ type: 'EmailSuppressed', data: { recipient: number, destination: recipient.destination, ...why } }];
  });
}

function complain({ recipient: number }: RecordComplaint, state: AcceptedState): readonly EmailEvent[] {
  const recipient = state.recipients[number];
  if (recipient === undefined || recipient.complained) return [];
  const { destination } = recipient;
  return [{ type: 'EmailComplained', data: { recipient: number, destination, by: 'receiver' } }];
}

/** Not before its time: another attempt may have deferred it since the caller looked. */
function isDue(recipient: RecipientState | undefined, nowMs: number): boolean {
  return recipient?.status === 'due' && Date.parse(recipient.dueAt) <= nowMs;
}

/** Each once, in the order of the recipients. */
function destinationsOf(state: AcceptedState, recipients: readonly number[]): readonly string[] {
  return [...new Set(recipients.flatMap((number) => state.recipients[number]?.destination ?? []))];
}

/** What comes later is among the recorded hits alone: a stream is read whole. */
export const mostHits = 200;

function recordHits({ hits }: RecordHits, { hits: known = [] }: AcceptedState): readonly EmailEvent[] {
  return hits.filter(({ data }) => !known.includes(data.hitId)).slice(0, Math.max(0, mostHits - known.length));
}

/** What a reply means for its recipient. Taken is only what RFC 5321 §4.2.5 calls taken: 2xx to the dot. */
export type ReplyMeaning =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'deferred' | 'bounced'; readonly judgement: ReplyJudgement };

export function meaningOf({ step, code, enhancedCode, detail, recipients }: RecordedReply): ReplyMeaning {
  if (step === 'dot' && code !== null && code >= 200 && code < 300) return { outcome: 'delivered' };
  const judgement = judgeReply({ step, code, enhancedCode, text: reveal(detail)?.text ?? '', recipients });
  return { outcome: judgement.retry ? 'deferred' : 'bounced', judgement };
}
