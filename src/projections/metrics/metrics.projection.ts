import type { ContactUnsubscribed } from '../../domain/contact/events.js';
import type { DayClosed } from '../../domain/day/events.js';
import type {
  DeliveryAttemptStarted,
  DeliveryDeferred,
  DeliveryOutcomeUnknown,
  EmailAccepted,
  EmailBounced,
  EmailCanceled,
  EmailComplained,
  EmailDelivered,
  EmailFailed,
  EmailSuppressed,
  TrackingEvent,
} from '../../domain/email/events.js';
import { unreachable } from '../../domain/shared/decider.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { quarterOf } from '../../domain/shared/utc-calendar.js';
import { isLateBounce } from '../shared/late-bounce.js';
import type { Projection } from '../shared/projection.js';
import { bounceKind } from './bounce-kind.js';
import { summandsOf } from './day-sums.js';
import {
  type DayMetrics,
  dayKey,
  type HitTally,
  type MailMetrics,
  type MetricsDocument,
  type RecipientTally,
} from './metrics.document.js';

type Happening =
  | DeliveryAttemptStarted
  | DeliveryOutcomeUnknown
  | DeliveryDeferred
  | EmailDelivered
  | EmailBounced
  | EmailFailed
  | EmailSuppressed
  | EmailComplained
  | EmailCanceled
  | ContactUnsubscribed;

const untried: RecipientTally = { sent: false, delayed: false, result: null };

/**
 * What figures are summed from: one small document for each mail, for later events name neither the domain nor what
 * came before them, and one for the closed figures of each day and domain. A mail's goes when its stream is retired,
 * and then only the closed ones hold it; until then a reader adds what they do not hold of the mail. The sums of the
 * mails of a day are kept beside them: of a day that is not closed they tell as much as its mails.
 */
export const metricsProjection: Projection<EmailAccepted | Happening | TrackingEvent | DayClosed, MetricsDocument> = {
  name: 'metrics',
  version: 8,
  categories: ['email', 'contact', 'day'],
  handles: [
    'EmailAccepted',
    'DeliveryAttemptStarted',
    'DeliveryOutcomeUnknown',
    'DeliveryDeferred',
    'EmailDelivered',
    'EmailBounced',
    'EmailFailed',
    'EmailSuppressed',
    'EmailComplained',
    'EmailCanceled',
    'EmailOpened',
    'EmailClicked',
    'ContactUnsubscribed',
    'DayClosed',
  ],
  personal: false,
  documentsOf: 'email',
  fields: { kind: 'text', teamId: 'text', domainId: 'text', broadcastId: 'text', at: 'text' },
  indexes: [
    ['kind', 'teamId', 'at'],
    ['kind', 'teamId', 'domainId', 'at'],
    ['kind', 'teamId', 'broadcastId', 'at'],
  ],
  keys: ({ stream, event }) => {
    if (event.type === 'DayClosed') return [dayKey(event.data)];
    if (event.type !== 'ContactUnsubscribed') return [idOf(stream)];
    const { emailId } = event.data.occasion;
    return emailId === null ? [] : [emailId];
  },
  evolve(document, recorded, id) {
    const { event, metadata } = recorded;
    if (event.type === 'DayClosed') return closed(event, id);
    if (event.type === 'EmailAccepted') return document ?? accepted(event, metadata, id);
    if (document?.kind !== 'mail') return document;
    if (event.type === 'EmailOpened' || event.type === 'EmailClicked') {
      return { ...document, hits: [...(document.hits ?? []), hitOf(event, recorded.position)] };
    }
    const recipients = document.recipients.map((tally, number) =>
      concerns(event, number) ? changedBy(tally, event) : tally,
    );
    const isFirstTry = document.recipients.every(isUntouched);
    const at = isFirstTry ? quarterOf(metadata.time) : document.at;
    return { ...document, recipients, at, ...settling(document, recipients, recorded) };
  },
  sums: { of: summandsOf },
};

function closed({ data: { teamId, day, domainId, through, quarters } }: DayClosed, id: string): DayMetrics {
  return { kind: 'day', id, teamId, domainId, at: `${day}T00:00:00.000Z`, through, quarters };
}

function accepted(
  { data }: EmailAccepted,
  { teamId, time, actor }: Recorded['metadata'],
  id: string,
): MailMetrics | undefined {
  if (teamId === null) return undefined;
  const recipients = data.recipients.map(() => untried);
  const at = quarterOf(time);
  const sentBy = actor.kind === 'api-key' ? { kind: actor.kind, id: actor.id } : { kind: actor.kind };
  const { domainId, subscription, template: used, broadcast } = data;
  const template = used === undefined ? null : { id: used.id, version: used.version };
  const topicId = subscription?.topicId ?? null;
  return {
    kind: 'mail',
    id,
    teamId,
    domainId,
    sentBy,
    topicId,
    ...(broadcast === undefined ? {} : { broadcastId: broadcast.id }),
    template,
    at,
    recipients,
    settledAt: null,
    earlier: [],
    ...trackedOf(data),
  };
}

function trackedOf({ tracking, subscription, recipients }: EmailAccepted['data']): Pick<MailMetrics, 'tracked'> {
  if (tracking === undefined || !(tracking.opens || tracking.clicks)) return {};
  const { opens, clicks } = tracking;
  const eachItsOwn = recipients.length === 1 || subscription?.isLinked === true;
  return { tracked: { opens, clicks, eachItsOwn } };
}

function hitOf({ type, data: { recipient, judged } }: TrackingEvent, position: Recorded['position']): HitTally {
  return { position, recipient, kind: type === 'EmailOpened' ? 'open' : 'click', byPerson: judged === 'person' };
}

function settling(
  before: MailMetrics,
  recipients: readonly RecipientTally[],
  { position }: Recorded,
): Pick<MailMetrics, 'settledAt' | 'earlier'> {
  const { settledAt, earlier } = before;
  if (settledAt === null) {
    return { settledAt: recipients.every(({ result }) => result !== null) ? position : null, earlier };
  }
  const isChanged = recipients.some((tally, number) => !isSame(tally, before.recipients[number]));
  return {
    settledAt,
    earlier: isChanged ? [...earlier, { until: position, recipients: before.recipients }] : earlier,
  };
}

function isSame(tally: RecipientTally, other: RecipientTally | undefined): boolean {
  return (
    tally.sent === other?.sent &&
    tally.delayed === other.delayed &&
    tally.result === other.result &&
    tally.complained === other.complained &&
    tally.unsubscribed === other.unsubscribed
  );
}

function isUntouched({ sent, result }: RecipientTally): boolean {
  return !sent && result === null;
}

function concerns({ data }: Happening, number: number): boolean {
  if ('occasion' in data) return data.occasion.recipient === number;
  if ('recipients' in data) return data.recipients.includes(number);
  // A cancellation names no recipient: it is about all of them.
  return 'recipient' in data ? data.recipient === number : true;
}

/** Delivered is final, whatever came before it or comes after, but for a report that it bounced later. */
function changedBy(tally: RecipientTally, event: Happening): RecipientTally {
  if (event.type === 'EmailComplained') return { ...tally, complained: true };
  if (event.type === 'ContactUnsubscribed') return { ...tally, unsubscribed: true };
  if (tally.result === 'delivered' && !isLateBounce(event)) return tally;
  switch (event.type) {
    case 'DeliveryAttemptStarted':
    case 'DeliveryOutcomeUnknown':
      return { ...tally, sent: true };
    case 'DeliveryDeferred':
      return { ...tally, sent: true, delayed: true };
    case 'EmailDelivered':
      return { ...withoutReason(tally), sent: true, result: 'delivered' };
    case 'EmailBounced':
      return bounced(tally, event);
    case 'EmailFailed':
      // Without an attempt it was given up while it waited: that alone is no try.
      return { ...tally, sent: tally.sent || event.data.attemptId !== null, result: 'failed' };
    case 'EmailSuppressed':
      return { ...tally, result: 'suppressed' };
    case 'EmailCanceled':
      return { ...tally, result: tally.result ?? 'canceled' };
    default:
      return unreachable(event);
  }
}

function bounced(tally: RecipientTally, { data }: EmailBounced): RecipientTally {
  const reason = data.judgement === null ? {} : { reason: data.judgement.kind };
  return { ...withoutReason(tally), sent: true, result: bounceKind(data), ...reason };
}

function withoutReason({ reason: _reason, ...tally }: RecipientTally): RecipientTally {
  return tally;
}
