import type { AcceptAbandoned } from '../../domain/shared/accepted-email.js';
import type { EmailAccepted, EmailComplained, EmailEvent, EmailRetried } from '../../domain/email/events.js';
import { unreachable } from '../../domain/shared/decider.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { Projection } from '../shared/projection.js';
import type { PendingDocument, PendingRecipient } from './pending.document.js';

type DeliveryEvent = Exclude<EmailEvent, AcceptAbandoned | EmailComplained>;

/** What is still to be delivered: one row for each mail and destination. The dispatcher follows it by position. */
export const pendingProjection: Projection<DeliveryEvent, PendingDocument> = {
  name: 'pending',
  version: 4,
  categories: ['email'],
  handles: [
    'EmailAccepted',
    'EmailRescheduled',
    'EmailCanceled',
    'DeliveryAttemptStarted',
    'DeliveryAttemptAbandoned',
    'DeliveryOutcomeUnknown',
    'EmailDelivered',
    'DeliveryDeferred',
    'EmailBounced',
    'EmailFailed',
    'EmailRetried',
    'EmailSuppressed',
  ],
  personal: false,
  fields: { state: 'text', dueAt: 'text', claimed: 'integer', teamId: 'text' },
  indexes: [['state', 'dueAt'], ['claimed', 'id'], ['teamId', 'dueAt'], ['position']],
  keys: ({ stream, event }) => destinations(event).map((destination) => `${idOf(stream)}:${destination}`),
  evolve(document, recorded, key) {
    const { event } = recorded;
    if (event.type === 'EmailAccepted') return document ?? accepted(event, recorded, key);
    if (document === undefined) return event.type === 'EmailRetried' ? revived(event, recorded, key) : undefined;
    return settledOrOpen(afterEvent(document, event, recorded.metadata.time));
  },
};

/** The rows that an accept makes; none for what is no accept. */
export function rowsOfAccept(recorded: Recorded): readonly PendingDocument[] {
  const { event } = recorded;
  if (event.type !== 'EmailAccepted') return [];
  const opening = { ...recorded, event: event as EmailAccepted };
  return pendingProjection.keys(opening).flatMap((key) => pendingProjection.evolve(undefined, opening, key) ?? []);
}

function destinations(event: DeliveryEvent): readonly string[] {
  switch (event.type) {
    case 'EmailAccepted':
      return [...new Set(event.data.recipients.map(({ destination }) => destination))];
    case 'EmailRescheduled':
    case 'EmailCanceled':
    case 'DeliveryAttemptStarted':
    case 'DeliveryAttemptAbandoned':
    case 'DeliveryOutcomeUnknown':
      return [...new Set(event.data.destinations)];
    case 'EmailDelivered':
    case 'DeliveryDeferred':
    case 'EmailBounced':
    case 'EmailFailed':
    case 'EmailSuppressed':
      return [event.data.destination];
    case 'EmailRetried':
      return event.data.destinations.map(({ destination }) => destination);
    default:
      return unreachable(event);
  }
}

function accepted(event: EmailAccepted, { stream, metadata }: Recorded, key: string): PendingDocument | undefined {
  const emailId = idOf(stream);
  const destination = key.slice(emailId.length + 1);
  const dueAt = event.data.scheduledAt ?? metadata.time;
  const recipients: Record<string, PendingRecipient> = {};
  event.data.recipients.forEach((recipient, number) => {
    if (recipient.destination === destination) recipients[number] = { dueAt };
  });
  return settledOrOpen({
    id: key,
    emailId,
    destination,
    teamId: metadata.teamId,
    region: metadata.region,
    retryClass: event.data.retryClass,
    generation: 1,
    recipients,
    state: 'due',
    dueAt,
    mxSet: null,
    lastReply: null,
    claims: [],
    claimed: 0,
  });
}

/** All of its recipients had their last word; for these it is taken back. */
function revived(event: EmailRetried, { metadata }: Recorded, key: string): PendingDocument | undefined {
  const [emailId = ''] = key.split(':', 1);
  const destination = key.slice(emailId.length + 1);
  return settledOrOpen(
    retried(
      {
        id: key,
        emailId,
        destination,
        teamId: metadata.teamId,
        region: metadata.region,
        retryClass: event.data.retryClass,
        generation: 0,
        recipients: {},
        state: 'due',
        dueAt: metadata.time,
        mxSet: null,
        lastReply: null,
        claims: [],
        claimed: 0,
      },
      event,
      metadata.time,
    ),
  );
}

function retried(document: PendingDocument, { data }: EmailRetried, dueAt: string): PendingDocument {
  const meant = data.destinations.find(({ destination }) => destination === document.destination);
  if (meant === undefined) return document;
  const due = Object.fromEntries(meant.recipients.map((number) => [number, { dueAt }]));
  return { ...document, recipients: { ...document.recipients, ...due }, generation: meant.generation };
}

function afterEvent(
  document: PendingDocument,
  event: Exclude<DeliveryEvent, EmailAccepted>,
  at: string,
): PendingDocument {
  switch (event.type) {
    case 'EmailRescheduled': {
      const { scheduledAt } = event.data;
      return next(changeDue(document, () => ({ dueAt: scheduledAt })));
    }
    case 'EmailCanceled':
      return next(changeDue(document, () => undefined));
    case 'DeliveryAttemptStarted': {
      const { attemptId, worker, deadline } = event.data;
      const claimed = change(document, event.data.recipients, () => ({ attemptId }));
      return {
        ...claimed,
        mxSet: event.data.mxSet,
        claims: [...without(document.claims, attemptId), { attemptId, worker, deadline }],
      };
    }
    case 'DeliveryAttemptAbandoned': {
      const { attemptId } = event.data;
      // A claim that was abandoned unseen freed nobody: who is due stays due since when he was.
      const freed = change(document, event.data.recipients, (recipient) =>
        'attemptId' in recipient && recipient.attemptId === attemptId ? { dueAt: at } : recipient,
      );
      return { ...next(freed), claims: without(document.claims, attemptId) };
    }
    case 'DeliveryOutcomeUnknown': {
      const { attemptId, retries } = event.data;
      const retried = change(document, event.data.recipients, (recipient, number) => {
        const dueAt = retries.find((retry) => retry.recipient === number)?.dueAt;
        return dueAt === undefined ? recipient : { dueAt };
      });
      return { ...next(retried), claims: without(document.claims, attemptId) };
    }
    case 'DeliveryDeferred': {
      const { recipient, dueAt, reply, mxSet } = event.data;
      const { step, code, enhancedCode } = reply;
      const deferred = closeFinished(next(change(document, [recipient], () => ({ dueAt }))));
      return { ...deferred, mxSet: mxSet ?? document.mxSet, lastReply: { step, code, enhancedCode } };
    }
    case 'EmailDelivered':
    case 'EmailBounced':
    case 'EmailFailed':
    case 'EmailSuppressed':
      return closeFinished(change(document, [event.data.recipient], () => undefined));
    case 'EmailRetried':
      return retried(document, event, at);
    default:
      return unreachable(event);
  }
}

/** Unsettled recipients only: who is settled stays settled. */
function change(
  document: PendingDocument,
  numbers: readonly number[],
  how: (recipient: PendingRecipient, number: number) => PendingRecipient | undefined,
): PendingDocument {
  const recipients: Record<string, PendingRecipient> = {};
  for (const [number, recipient] of Object.entries(document.recipients)) {
    const changed = numbers.includes(Number(number)) ? how(recipient, Number(number)) : recipient;
    if (changed !== undefined) recipients[number] = changed;
  }
  return { ...document, recipients };
}

/** Those whom no attempt holds. */
function changeDue(document: PendingDocument, how: () => PendingRecipient | undefined): PendingDocument {
  const numbers = Object.keys(document.recipients).map(Number);
  return change(document, numbers, (recipient) => ('dueAt' in recipient ? how() : recipient));
}

function next(document: PendingDocument): PendingDocument {
  return { ...document, generation: document.generation + 1 };
}

function without(claims: PendingDocument['claims'], attemptId: string): PendingDocument['claims'] {
  return claims.filter((claim) => claim.attemptId !== attemptId);
}

/** An attempt is over when it holds no recipient any more. */
function closeFinished(document: PendingDocument): PendingDocument {
  const holding = Object.values(document.recipients).flatMap((recipient) =>
    'attemptId' in recipient ? [recipient.attemptId] : [],
  );
  return { ...document, claims: document.claims.filter(({ attemptId }) => holding.includes(attemptId)) };
}

function settledOrOpen(document: PendingDocument): PendingDocument | undefined {
  const recipients = Object.values(document.recipients);
  if (recipients.length === 0) return undefined;
  const dueTimes = recipients.flatMap((recipient) => ('dueAt' in recipient ? [recipient.dueAt] : []));
  const dueAt = dueTimes.reduce((earliest, time) => (time < earliest ? time : earliest), dueTimes[0] ?? '');
  const claimed = document.claims.length > 0 ? 1 : 0;
  return { ...document, state: dueTimes.length > 0 ? 'due' : 'claimed', dueAt, claimed };
}
