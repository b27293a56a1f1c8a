import type { AcceptAbandoned, RetryClass } from '../shared/accepted-email.js';
import type { DeliveryOutcomeUnknown } from './delivery-events.js';
import type { DeliveryReported, EmailAccepted, EmailEvent, EmailFailed } from './events.js';
import { unreachable } from '../shared/decider.js';

interface DueRecipient {
  readonly status: 'due';
  /** ISO 8601. */
  readonly dueAt: string;
}
interface ClaimedRecipient {
  readonly status: 'claimed';
  readonly attemptId: string;
}
interface SettledRecipient {
  readonly status: 'delivered' | 'bounced' | 'canceled' | 'suppressed';
}
interface FailedRecipient {
  readonly status: 'failed';
  readonly reason: EmailFailed['data']['reason'];
}

export type RecipientState = {
  readonly destination: string;
  /** Passing failures so far. */
  readonly tries: number;
  /** Outcomes unknown so far. */
  readonly unknowns: number;
  readonly complained: boolean;
} & (DueRecipient | ClaimedRecipient | SettledRecipient | FailedRecipient);

export type UnsettledRecipient = Extract<RecipientState, { readonly status: 'due' | 'claimed' }>;

interface OpenAttempt {
  readonly recipients: readonly number[];
  readonly worker: string;
  readonly deadline: string;
}

export interface AcceptedState {
  readonly status: 'accepted';
  readonly retryClass: RetryClass;
  /** ISO 8601: the time that it was scheduled for, else that of the accept. What the age of the mail counts from. */
  readonly startsAt: string;
  /**
   * `waiting`: it has a time of its own, and nothing of it was tried yet. `over`: something was, or it was canceled.
   */
  readonly schedule: 'none' | 'waiting' | 'over';
  readonly recipients: readonly RecipientState[];
  readonly attempts: Readonly<Record<string, OpenAttempt>>;
  /** Attempts that were abandoned, claimed or not: a late claim of one of them loses. */
  readonly abandoned: readonly string[];
  /** Per destination: 1 at the accept, one more for each change of who is due. A job of an older one is stale. */
  readonly generations: Readonly<Record<string, number>>;
  /**
   * By their ids. Absent until there is one: read models store this state, and mails without shares stay as they are.
   */
  readonly shares?: Readonly<Record<string, 'open' | 'revoked'>>;
  /** What reports said that decide nothing, each once. Absent as `shares` is. */
  readonly reported?: readonly string[];
  /** Ids of those that are recorded. Absent as `shares` is. */
  readonly hits?: readonly string[];
  /**
   * Numbers of recipients that were refused together by a reply about one mailbox: each is sent to in a transaction of
   * its own. Absent as `shares` is.
   */
  readonly apart?: readonly number[];
}

export type EmailState = { readonly status: 'none' } | { readonly status: 'abandoned' } | AcceptedState;

/** Every recipient has a last word: nothing will be sent any more. */
export function isSettledEmail(state: EmailState): boolean {
  return state.status === 'accepted' && !state.recipients.some(isUnsettled);
}

export function isUnsettled(recipient: RecipientState): recipient is UnsettledRecipient {
  return recipient.status === 'due' || recipient.status === 'claimed';
}

/** What is noted once. */
export function reportKey({ recipient, what }: Pick<DeliveryReported['data'], 'recipient' | 'what'>): string {
  return `${recipient} ${what}`;
}

export const initialEmail: EmailState = { status: 'none' };

export function evolveEmail(state: EmailState, event: EmailEvent, at: string): EmailState {
  if (event.type === 'EmailAccepted') return state.status === 'none' ? accepted(event, at) : state;
  if (event.type === 'AcceptAbandoned') return state.status === 'none' ? { status: 'abandoned' } : state;
  if (state.status !== 'accepted') return state;
  return after(event, at, triedBy(event) ? tried(state) : state);
}

function after(
  event: Exclude<EmailEvent, EmailAccepted | AcceptAbandoned>,
  at: string,
  state: AcceptedState,
): AcceptedState {
  switch (event.type) {
    case 'EmailRescheduled': {
      const { scheduledAt, destinations } = event.data;
      const moved = changeDue(state, { status: 'due', dueAt: scheduledAt });
      return { ...advance(moved, destinations), startsAt: scheduledAt };
    }
    case 'EmailCanceled':
      return { ...advance(changeDue(state, { status: 'canceled' }), event.data.destinations), schedule: 'over' };
    case 'DeliveryAttemptStarted': {
      const { attemptId, recipients, worker, deadline } = event.data;
      const claimed = changeUnsettled(state, recipients, (recipient) => ({
        ...counts(recipient),
        status: 'claimed',
        attemptId,
      }));
      return { ...claimed, attempts: { ...state.attempts, [attemptId]: { recipients, worker, deadline } } };
    }
    case 'DeliveryAttemptAbandoned': {
      const { attemptId, recipients, destinations, reason } = event.data;
      const freed = change(state, recipients, (recipient) =>
        recipient.status === 'claimed' && recipient.attemptId === attemptId
          ? { ...counts(recipient), status: 'due', dueAt: at }
          : recipient,
      );
      const abandoned = [...state.abandoned, attemptId];
      const advanced = { ...advance(freed, destinations), attempts: without(state.attempts, attemptId), abandoned };
      return reason === 'refused-together' ? { ...advanced, apart: [...(state.apart ?? []), ...recipients] } : advanced;
    }
    case 'DeliveryOutcomeUnknown':
      return leftUnknown(event.data, state);
    case 'DeliveryDeferred': {
      const { attemptId, recipient: number, destination, dueAt } = event.data;
      const deferred = changeUnsettled(state, [number], (recipient) => ({
        ...counts(recipient),
        status: 'due',
        dueAt,
        tries: recipient.tries + 1,
      }));
      return advance(closeIfDone(deferred, attemptId), [destination]);
    }
    case 'EmailDelivered':
      return settle(state, event.data, { status: 'delivered' });
    case 'EmailBounced':
      return settle(state, event.data, { status: 'bounced' });
    case 'EmailFailed':
      return settle(state, event.data, { status: 'failed', reason: event.data.reason });
    case 'EmailRetried':
      return event.data.destinations.reduce((retried, { destination, generation, recipients }) => {
        const due = change(retried, recipients, (recipient) => ({ ...counts(recipient), status: 'due', dueAt: at }));
        return { ...due, generations: { ...due.generations, [destination]: generation } };
      }, state);
    case 'EmailSuppressed':
      return settle(state, { ...event.data, attemptId: null }, { status: 'suppressed' });
    case 'EmailComplained':
      return change(state, [event.data.recipient], (recipient) => ({ ...recipient, complained: true }));
    case 'DeliveryReported':
      return { ...state, reported: [...(state.reported ?? []), reportKey(event.data)] };
    case 'EmailShared':
      return { ...state, shares: { ...state.shares, [event.data.shareId]: 'open' } };
    case 'EmailShareRevoked':
      return { ...state, shares: { ...state.shares, [event.data.shareId]: 'revoked' } };
    case 'EmailOpened':
    case 'EmailClicked':
      return { ...state, hits: [...(state.hits ?? []), event.data.hitId] };
    default:
      return unreachable(event);
  }
}

function leftUnknown(
  { attemptId, recipients, destinations, retries }: DeliveryOutcomeUnknown['data'],
  state: AcceptedState,
): AcceptedState {
  const counted = changeUnsettled(state, recipients, (recipient, number) => {
    const dueAt = retries.find((retry) => retry.recipient === number)?.dueAt;
    const unknowns = recipient.unknowns + 1;
    return dueAt === undefined ? { ...recipient, unknowns } : { ...counts(recipient), unknowns, status: 'due', dueAt };
  });
  return { ...advance(counted, destinations), attempts: without(state.attempts, attemptId) };
}

function accepted(event: EmailAccepted, at: string): AcceptedState {
  const { retryClass, recipients, scheduledAt } = event.data;
  const startsAt = scheduledAt ?? at;
  const generations: Record<string, number> = {};
  for (const { destination } of recipients) generations[destination] = 1;
  return {
    status: 'accepted',
    retryClass,
    startsAt,
    schedule: scheduledAt === null ? 'none' : 'waiting',
    recipients: recipients.map(({ destination }) => ({
      destination,
      tries: 0,
      unknowns: 0,
      complained: false,
      status: 'due',
      dueAt: startsAt,
    })),
    attempts: {},
    abandoned: [],
    generations,
  };
}

/** An abandoned claim that was never seen was no try. */
const noTries: readonly EmailEvent['type'][] = [
  'EmailRescheduled',
  'EmailCanceled',
  'EmailRetried',
  'DeliveryAttemptAbandoned',
  'DeliveryReported',
  'EmailShared',
  'EmailShareRevoked',
  'EmailOpened',
  'EmailClicked',
];

function triedBy({ type }: EmailEvent): boolean {
  return !noTries.includes(type);
}

function tried(state: AcceptedState): AcceptedState {
  return state.schedule === 'waiting' ? { ...state, schedule: 'over' } : state;
}

function changeDue(state: AcceptedState, to: DueRecipient | SettledRecipient): AcceptedState {
  const recipients = state.recipients.map((recipient) =>
    recipient.status === 'due' ? { ...counts(recipient), ...to } : recipient,
  );
  return { ...state, recipients };
}

function settle(
  state: AcceptedState,
  outcome: { readonly attemptId: string | null; readonly recipient: number },
  last: SettledRecipient | FailedRecipient,
): AcceptedState {
  const settled = change(state, [outcome.recipient], (recipient) => ({ ...counts(recipient), ...last }));
  return outcome.attemptId === null ? settled : closeIfDone(settled, outcome.attemptId);
}

function counts({ destination, tries, unknowns, complained }: RecipientState) {
  return { destination, tries, unknowns, complained };
}

function change(
  state: AcceptedState,
  numbers: readonly number[],
  how: (recipient: RecipientState, number: number) => RecipientState,
): AcceptedState {
  const recipients = state.recipients.map((recipient, number) =>
    numbers.includes(number) ? how(recipient, number) : recipient,
  );
  return { ...state, recipients };
}

/** A settled recipient is due again only where a person takes its last word back. */
function changeUnsettled(
  state: AcceptedState,
  numbers: readonly number[],
  how: (recipient: UnsettledRecipient, number: number) => RecipientState,
): AcceptedState {
  return change(state, numbers, (recipient, number) => (isUnsettled(recipient) ? how(recipient, number) : recipient));
}

/** An attempt is over when no recipient is claimed by it any more. */
function closeIfDone(state: AcceptedState, attemptId: string): AcceptedState {
  const open = state.recipients.some(
    (recipient) => recipient.status === 'claimed' && recipient.attemptId === attemptId,
  );
  return open ? state : { ...state, attempts: without(state.attempts, attemptId) };
}

function advance(state: AcceptedState, destinations: readonly string[]): AcceptedState {
  const generations = { ...state.generations };
  for (const destination of destinations) generations[destination] = (generations[destination] ?? 0) + 1;
  return { ...state, generations };
}

function without<Value>(record: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  const { [key]: _removed, ...rest } = record;
  return rest;
}
