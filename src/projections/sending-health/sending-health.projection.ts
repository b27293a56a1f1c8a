import type {
  DeliveryAttemptStarted,
  DeliveryDeferred,
  EmailAccepted,
  EmailBounced,
  EmailComplained,
  EmailDelivered,
  EmailFailed,
  EmailRescheduled,
  RecordedReply,
} from '../../domain/email/events.js';
import { tlsProofOf } from '../../domain/shared/tls-proof.js';
import type { RecipientHealth } from '../../domain/insight/health/figures.js';
import { receiverGroupOf } from '../../domain/insight/health/receiver-group.js';
import { unreachable } from '../../domain/shared/decider.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { isLateBounce } from '../shared/late-bounce.js';
import type { Projection } from '../shared/projection.js';

/** How receivers took one email, outside of sandboxes. */
export interface SendingHealthDocument {
  /** The email's. */
  readonly id: string;
  readonly teamId: string;
  readonly domainId: string;
  /** ISO 8601: when it was accepted, or is to be sent where that is later. */
  readonly at: string;
  /** Whether it has one-click unsubscribe; null where it is not bulk, or came as it is. */
  readonly oneClick: boolean | null;
  /** By the recipient's number. */
  readonly recipients: readonly RecipientHealth[];
}

type Happening =
  | EmailRescheduled
  | DeliveryAttemptStarted
  | DeliveryDeferred
  | EmailDelivered
  | EmailBounced
  | EmailFailed
  | EmailComplained;

const untried: RecipientHealth = {
  group: null,
  deferred: false,
  result: null,
  deliveredMs: null,
  tls: null,
  complained: false,
};

/**
 * One small document for each email, which goes when its stream is retired. A receiver's host is personal: its group is
 * not.
 */
export const sendingHealthProjection: Projection<EmailAccepted | Happening, SendingHealthDocument> = {
  name: 'sending-health',
  version: 2,
  categories: ['email'],
  handles: [
    'EmailAccepted',
    'EmailRescheduled',
    'DeliveryAttemptStarted',
    'DeliveryDeferred',
    'EmailDelivered',
    'EmailBounced',
    'EmailFailed',
    'EmailComplained',
  ],
  personal: true,
  documentsOf: 'email',
  fields: { teamId: 'text', domainId: 'text', at: 'text' },
  indexes: [['teamId', 'domainId', 'at']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata }, id) {
    if (event.type === 'EmailAccepted') return document ?? accepted(event, metadata, id);
    if (document === undefined) return undefined;
    if (event.type === 'EmailRescheduled') return { ...document, at: later(metadata.time, event.data.scheduledAt) };
    const recipients = document.recipients.map((recipient, number) =>
      concerns(event, number) ? changedBy(recipient, event, metadata.time, document.at) : recipient,
    );
    return { ...document, recipients };
  },
};

function accepted(
  { data }: EmailAccepted,
  { teamId, time }: Recorded['metadata'],
  id: string,
): SendingHealthDocument | undefined {
  if (teamId === null || data.sandbox) return undefined;
  const at = data.scheduledAt === null ? time : later(time, data.scheduledAt);
  return {
    id,
    teamId,
    domainId: data.domainId,
    at,
    oneClick: oneClickOf(data),
    recipients: data.recipients.map(() => untried),
  };
}

/** What came as it is has a header of its own, which is not read here. */
function oneClickOf({ retryClass, subscription, raw, content }: EmailAccepted['data']): boolean | null {
  if (subscription?.isLinked === true) return true;
  const headers = reveal(content)?.headers;
  if (raw !== null || headers === undefined) return null;
  if (headers.some(([name]) => name.toLowerCase() === 'list-unsubscribe-post')) return true;
  return retryClass === 'bulk' || subscription !== undefined ? false : null;
}

/** Both are ISO 8601, whose order is that of the moments. */
function later(time: string, scheduledAt: string): string {
  const due = new Date(scheduledAt).toISOString();
  return due > time ? due : time;
}

function concerns({ data }: Exclude<Happening, EmailRescheduled>, number: number): boolean {
  return 'recipients' in data ? data.recipients.includes(number) : data.recipient === number;
}

/** Delivered is final, whatever came before it or comes after, but for a report that it bounced later. */
function changedBy(
  recipient: RecipientHealth,
  event: Exclude<Happening, EmailRescheduled>,
  time: string,
  at: string,
): RecipientHealth {
  if (event.type === 'EmailComplained') return { ...recipient, complained: true };
  if (recipient.result === 'delivered' && !isLateBounce(event)) return recipient;
  switch (event.type) {
    case 'DeliveryAttemptStarted':
      return { ...recipient, tls: tlsProofOf(event.data.tls) };
    case 'DeliveryDeferred':
      return { ...recipient, ...groupIn(event.data.reply), deferred: true };
    case 'EmailDelivered': {
      const deliveredMs = Math.max(0, Date.parse(time) - Date.parse(at));
      return { ...recipient, ...groupIn(event.data.reply), result: 'delivered', deliveredMs };
    }
    case 'EmailBounced':
      return { ...recipient, ...groupIn(event.data.reply), result: 'bounced' };
    case 'EmailFailed':
      return event.data.reason === 'expired' ? { ...recipient, result: 'bounced' } : recipient;
    default:
      return unreachable(event);
  }
}

/** Without a connection there is no host, and who was meant is not known. */
function groupIn({ detail }: RecordedReply): Partial<RecipientHealth> {
  const host = reveal(detail)?.host ?? '';
  return host === '' ? {} : { group: receiverGroupOf(host) };
}
