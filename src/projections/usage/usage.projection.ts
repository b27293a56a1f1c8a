import type { EmailAccepted } from '../../domain/email/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { dayOf } from '../../domain/shared/utc-calendar.js';
import type { UsageClosed } from '../../domain/usage/events.js';
import type { Projection } from '../shared/projection.js';

/** What a team used on one UTC day. */
export interface UsageDocument {
  /** `teamId:day`. */
  readonly id: string;
  readonly teamId: string;
  /** `2026-03-02` */
  readonly day: string;
  /** Recipients (to, cc and bcc) of the mails accepted on that day. */
  readonly recipients: number;
  /** 1 once a fact in the log holds the figure; 0 while only the mails themselves do. */
  readonly closed: 0 | 1;
}

/**
 * Recipients accepted, per team and day, as far as they count for its quotas. A mail that is opened after its day was
 * closed (a crash cut its request off) counts on and opens the day again, so that no figure depends on which streams
 * are still there.
 */
export const usageProjection: Projection<EmailAccepted | UsageClosed, UsageDocument> = {
  name: 'usage',
  version: 2,
  categories: ['email', 'usage'],
  handles: ['EmailAccepted', 'UsageClosed'],
  personal: false,
  fields: { teamId: 'text', day: 'text', closed: 'integer' },
  indexes: [
    ['teamId', 'day'],
    ['teamId', 'closed', 'day'],
    ['closed', 'day'],
  ],
  keys(recorded) {
    const place = placeOf(recorded);
    return place === undefined ? [] : [`${place.teamId}:${place.day}`];
  },
  evolve(document, recorded, key) {
    const place = placeOf(recorded);
    if (place === undefined) return document;
    const { event } = recorded;
    if (event.type === 'UsageClosed') return { id: key, ...place, recipients: event.data.recipients, closed: 1 };
    const recipients = (document?.recipients ?? 0) + event.data.recipients.length;
    return { id: key, ...place, recipients, closed: 0 };
  },
};

function placeOf({ event, metadata }: Recorded<EmailAccepted | UsageClosed>) {
  if (event.type === 'UsageClosed') return { teamId: event.data.teamId, day: event.data.day };
  if (event.data.retryClass === 'strangers') return undefined;
  const { teamId, time } = metadata;
  return teamId === null ? undefined : { teamId, day: dayOf(time) };
}
