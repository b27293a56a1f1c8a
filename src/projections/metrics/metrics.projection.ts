import type {
  DeliveryAttemptStarted,
  DeliveryDeferred,
  DeliveryOutcomeUnknown,
  EmailAccepted,
  EmailBounced,
  EmailDelivered,
  EmailFailed,
} from '../../domain/email/events.js';
import { unreachable } from '../../domain/shared/decider.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { Projection } from '../shared/projection.js';
import { bounceKind } from './bounce-kind.js';
import type { MetricsDocument, RecipientTally } from './metrics.document.js';

type Happening =
  | DeliveryAttemptStarted
  | DeliveryOutcomeUnknown
  | DeliveryDeferred
  | EmailDelivered
  | EmailBounced
  | EmailFailed;

const untried: RecipientTally = { sent: false, delayed: false, result: null };

/**
 * What figures are summed from: one small document for each mail, for later facts name neither the domain nor what was
 * told before. It goes when the mail's stream is retired: figures cover the mails that are kept, after a rebuild too.
 */
export const metricsProjection: Projection<EmailAccepted | Happening, MetricsDocument> = {
  name: 'metrics',
  version: 1,
  categories: ['email'],
  handles: [
    'EmailAccepted',
    'DeliveryAttemptStarted',
    'DeliveryOutcomeUnknown',
    'DeliveryDeferred',
    'EmailDelivered',
    'EmailBounced',
    'EmailFailed',
  ],
  personal: false,
  documentsOf: 'email',
  fields: { teamId: 'text', domainId: 'text', at: 'text' },
  indexes: [
    ['teamId', 'at'],
    ['teamId', 'domainId', 'at'],
  ],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, recorded, id) {
    const { event, metadata } = recorded;
    if (event.type === 'EmailAccepted') return document ?? accepted(event, metadata, id);
    if (document === undefined) return undefined;
    const concerned = 'recipients' in event.data ? event.data.recipients : [event.data.recipient];
    const recipients = document.recipients.map((tally, number) =>
      concerned.includes(number) ? told(tally, event) : tally,
    );
    return { ...document, recipients, at: document.recipients.every(isUntouched) ? metadata.time : document.at };
  },
};

function accepted(
  { data }: EmailAccepted,
  { teamId, time }: Recorded['metadata'],
  id: string,
): MetricsDocument | undefined {
  if (teamId === null) return undefined;
  return { id, teamId, domainId: data.domainId, at: time, recipients: data.recipients.map(() => untried) };
}

function isUntouched({ sent, result }: RecipientTally): boolean {
  return !sent && result === null;
}

/** Delivered is the last word, whatever was said before it or comes after. */
function told(tally: RecipientTally, event: Happening): RecipientTally {
  if (tally.result === 'delivered') return tally;
  switch (event.type) {
    case 'DeliveryAttemptStarted':
    case 'DeliveryOutcomeUnknown':
      return { ...tally, sent: true };
    case 'DeliveryDeferred':
      return { ...tally, sent: true, delayed: true };
    case 'EmailDelivered':
      return { ...tally, sent: true, result: 'delivered' };
    case 'EmailBounced':
      return { ...tally, sent: true, result: bounceKind(event.data.reply.enhancedCode) };
    case 'EmailFailed':
      // Without an attempt it was given up while it waited: that alone is no try.
      return { ...tally, sent: tally.sent || event.data.attemptId !== null, result: 'failed' };
    default:
      return unreachable(event);
  }
}
