import type { AcceptAbandoned } from '../../domain/shared/accepted-email.js';
import type { EmailEvent, EmailRetried, SharingEvent, TrackingEvent } from '../../domain/email/events.js';
import {
  type AcceptedState,
  type EmailState,
  evolveEmail,
  initialEmail,
  isUnsettled,
  type RecipientState,
} from '../../domain/email/state.js';
import { unreachable } from '../../domain/shared/decider.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { Projection } from '../shared/projection.js';
import {
  earliestDue,
  hasClaims,
  type PendingDestination,
  type PendingDocument,
  type PendingRow,
  pendingRows,
} from './pending.document.js';
import { acceptedIn } from '../../domain/email/accepted-in.js';

type DeliveryEvent = Exclude<EmailEvent, AcceptAbandoned | SharingEvent | TrackingEvent>;

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
  const opening = acceptedIn([recorded]);
  if (opening === undefined) return [];
  const document = pendingProjection.evolve(undefined, opening, idOf(recorded.stream));
  return document === undefined ? [] : pendingRows(document);
}

/** Undefined where every recipient is settled. */
function openDocument(
  before: PendingDocument | undefined,
  email: AcceptedState,
  { stream, position, event, metadata }: Recorded<DeliveryEvent>,
): PendingDocument | undefined {
  if (!email.recipients.some(isUnsettled)) return undefined;
  const { teamId, region } = before ?? metadata;
  const dueAt = earliestDue(email.recipients);
  return {
    id: idOf(stream),
    teamId,
    region,
    email,
    destinations: destinationsAfter(before, event, position),
    state: dueAt === '' ? 'claimed' : 'due',
    dueAt,
    claimed: hasClaims(email) ? 1 : 0,
  };
}

function destinationsAfter(
  before: PendingDocument | undefined,
  event: DeliveryEvent,
  changedAt: Position,
): PendingDocument['destinations'] {
  const known = before?.destinations ?? {};
  switch (event.type) {
    case 'EmailAccepted':
      return withChanged(known, new Set(event.data.recipients.map(({ destination }) => destination)), () =>
        fresh(changedAt),
      );
    case 'EmailRetried': {
      const named = event.data.destinations.map(({ destination }) => destination);
      const isOpen = (name: string): boolean =>
        before?.email.recipients.some((each) => each.destination === name && isUnsettled(each)) === true;
      return withChanged(known, named, (name) => ({
        ...((isOpen(name) ? known[name] : undefined) ?? fresh(changedAt)),
        changedAt,
      }));
    }
    case 'EmailRescheduled':
    case 'EmailCanceled':
    case 'DeliveryAttemptAbandoned':
    case 'DeliveryOutcomeUnknown':
      return withChanged(known, event.data.destinations, (name) => ({
        ...(known[name] ?? fresh(changedAt)),
        changedAt,
      }));
    case 'DeliveryAttemptStarted': {
      const { destinations, mxSet } = event.data;
      return withChanged(known, destinations, (name) => ({
        changedAt,
        mxSet,
        lastReply: known[name]?.lastReply ?? null,
      }));
    }
    case 'DeliveryDeferred': {
      const { destination, mxSet, reply } = event.data;
      const { step, code, enhancedCode } = reply;
      const lastReply = { step, code, enhancedCode };
      return withChanged(known, [destination], (name) => ({
        changedAt,
        mxSet: mxSet ?? known[name]?.mxSet ?? null,
        lastReply,
      }));
    }
    case 'EmailDelivered':
    case 'EmailBounced':
    case 'EmailFailed':
    case 'DeliveryReported':
    case 'EmailSuppressed':
    case 'EmailComplained':
      return known;
    default:
      return unreachable(event);
  }
}

const fresh = (changedAt: Position): PendingDestination => ({ changedAt, mxSet: null, lastReply: null });

function withChanged(
  known: PendingDocument['destinations'],
  names: Iterable<string>,
  how: (name: string) => PendingDestination,
): PendingDocument['destinations'] {
  const destinations = { ...known };
  for (const name of names) destinations[name] = how(name);
  return destinations;
}

/**
 * The document of a mail goes with its last unsettled recipient, and a person may make some of them due again. The
 * event names these; of the others only this much matters here: they are settled.
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
