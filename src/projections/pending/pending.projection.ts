import type { AcceptAbandoned } from '../../domain/shared/accepted-email.js';
import type { EmailAccepted, EmailEvent, EmailRetried } from '../../domain/email/events.js';
import {
  type AcceptedState,
  type EmailState,
  evolveEmail,
  initialEmail,
  isUnsettled,
  type RecipientState,
} from '../../domain/email/state.js';
import { unreachable } from '../../domain/shared/decider.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { Projection } from '../shared/projection.js';
import {
  earliestDue,
  pendingClaims,
  type PendingDestination,
  type PendingDocument,
  type PendingRow,
  pendingRows,
} from './pending.document.js';

type DeliveryEvent = Exclude<EmailEvent, AcceptAbandoned>;

/** What is still to be delivered: one document a mail. The dispatcher follows it by position. */
export const pendingProjection: Projection<DeliveryEvent, PendingDocument> = {
  name: 'pending',
  version: 5,
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
    'EmailComplained',
  ],
  personal: false,
  fields: { state: 'text', dueAt: 'text', claimed: 'integer', teamId: 'text' },
  indexes: [['state', 'dueAt'], ['claimed', 'id'], ['teamId', 'dueAt'], ['position']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, recorded) {
    const { event, metadata } = recorded;
    const before = document?.email ?? initialEmail;
    const known = event.type === 'EmailRetried' ? withNamed(before, event, metadata.time) : before;
    const email = evolveEmail(known, event, metadata.time);
    return email.status === 'accepted' ? openDocument(document, email, recorded) : undefined;
  },
};

/** The rows of an accept, as the read model will have them; none for what is no accept. */
export function rowsOfAccept(recorded: Recorded): readonly PendingRow[] {
  if (recorded.event.type !== 'EmailAccepted') return [];
  // The type of an event names its shape.
  const opening = recorded as Recorded<EmailAccepted>;
  const document = pendingProjection.evolve(undefined, opening, idOf(recorded.stream));
  return document === undefined ? [] : pendingRows(document);
}

/** Undefined where every recipient is settled. */
function openDocument(
  before: PendingDocument | undefined,
  email: AcceptedState,
  { stream, position, event, metadata }: Recorded<DeliveryEvent>,
): PendingDocument | undefined {
  const changed = destinationsIn(event);
  const destinations: Record<string, PendingDestination> = {};
  for (const recipient of email.recipients) {
    const { destination } = recipient;
    if (!isUnsettled(recipient) || destination in destinations) continue;
    const known = before?.destinations[destination];
    destinations[destination] =
      known !== undefined && !changed.includes(destination) ? known : afterEvent(known, event, position);
  }
  if (Object.keys(destinations).length === 0) return undefined;
  const { teamId, region } = before ?? metadata;
  const dueAt = earliestDue(email.recipients);
  return {
    id: idOf(stream),
    teamId,
    region,
    email,
    destinations,
    state: dueAt === '' ? 'claimed' : 'due',
    dueAt,
    claimed: pendingClaims(email).length > 0 ? 1 : 0,
  };
}

function afterEvent(
  before: PendingDestination | undefined,
  event: DeliveryEvent,
  changedAt: PendingDestination['changedAt'],
): PendingDestination {
  const { mxSet, lastReply } = before ?? { mxSet: null, lastReply: null };
  if (event.type === 'DeliveryAttemptStarted') return { changedAt, mxSet: event.data.mxSet, lastReply };
  if (event.type !== 'DeliveryDeferred') return { changedAt, mxSet, lastReply };
  const { step, code, enhancedCode } = event.data.reply;
  return { changedAt, mxSet: event.data.mxSet ?? mxSet, lastReply: { step, code, enhancedCode } };
}

/**
 * The document of a mail goes with its last unsettled recipient, and a person may make some of them due again. The event
 * names these; of the others only this much matters here: they are settled.
 */
function withNamed(email: EmailState, { data }: EmailRetried, at: string): AcceptedState {
  const before = email.status === 'accepted' ? email : { ...forgotten, retryClass: data.retryClass, startsAt: at };
  const recipients = [...before.recipients];
  for (const { destination, recipients: named } of data.destinations) {
    for (const number of named) {
      while (recipients.length <= number) recipients.push(settled);
      if (recipients[number]?.destination === '') recipients[number] = { ...settled, destination };
    }
  }
  return { ...before, recipients };
}

const settled: RecipientState = { destination: '', tries: 0, unknowns: 0, complained: false, status: 'delivered' };
const forgotten = {
  status: 'accepted',
  schedule: 'over',
  recipients: [],
  attempts: {},
  abandoned: [],
  generations: {},
} as const;

function destinationsIn(event: DeliveryEvent): readonly string[] {
  switch (event.type) {
    case 'EmailAccepted':
      return event.data.recipients.map(({ destination }) => destination);
    case 'EmailRescheduled':
    case 'EmailCanceled':
    case 'DeliveryAttemptStarted':
    case 'DeliveryAttemptAbandoned':
    case 'DeliveryOutcomeUnknown':
      return event.data.destinations;
    case 'EmailDelivered':
    case 'DeliveryDeferred':
    case 'EmailBounced':
    case 'EmailFailed':
    case 'EmailSuppressed':
    case 'EmailComplained':
      return [event.data.destination];
    case 'EmailRetried':
      return event.data.destinations.map(({ destination }) => destination);
    default:
      return unreachable(event);
  }
}
