import { z } from 'zod';
import { acceptAbandoned, acceptedEmail, retryClass } from '../shared/accepted-email.js';
import { event, type EventIn, type EventOf, streams } from '../shared/event.js';
import * as delivery from './delivery-events.js';
import { recipientList } from './recipient-list.js';
import * as tracking from './tracking-events.js';

export type * from './delivery-events.js';
export type * from './tracking-events.js';

/** The mail is ours to deliver. Every later event names the recipients by number. */
const emailAccepted = event('EmailAccepted', {
  data: acceptedEmail,
  summary({ recipients, scheduledAt }) {
    const count = recipients.length === 1 ? '1 recipient' : `${recipients.length} recipients`;
    return `Accepted for ${count}${scheduledAt === null ? '' : `, to be sent at ${scheduledAt}`}`;
  },
});
export type EmailAccepted = EventOf<typeof emailAccepted>;

function scopeOf(topicId: string | null | undefined): string {
  if (topicId === undefined) return '';
  return topicId === null ? ' all marketing' : ` topic ${topicId}`;
}

const suppressionReasons = {
  bounce: 'the address is on the suppression list because an earlier email bounced',
  complaint: 'the address is on the suppression list because of a spam complaint',
  manual: 'the address was added to the suppression list manually',
  simulated: 'the address simulates a suppressed address',
  unsubscribed: 'unsubscribed from',
  'not-subscribed': 'never subscribed to',
} as const;

/**
 * Never tried: the address is on the team's suppression list (or plays one that is), or the person said no to what the
 * mail is about (`unsubscribed`), or never yes where the topic asks for that (`not-subscribed`).
 */
const emailSuppressed = event('EmailSuppressed', {
  data: z.object({
    recipient: z.number(),
    destination: z.string(),
    reason: z.enum(['bounce', 'complaint', 'manual', 'simulated', 'unsubscribed', 'not-subscribed']),
    /** What the person has left; null: all marketing. Absent where the suppression list is the reason. */
    topicId: z.string().nullable().optional(),
  }),
  summary: ({ recipient, reason, topicId }) =>
    `Not sent to recipient ${recipient}: ${suppressionReasons[reason]}${scopeOf(topicId)}`,
});
export type EmailSuppressed = EventOf<typeof emailSuppressed>;

/** The recipient called it unwanted after it was delivered. */
const emailComplained = event('EmailComplained', {
  data: z.object({ recipient: z.number(), destination: z.string(), by: z.enum(['receiver', 'simulator']) }),
  summary: ({ recipient, by }) =>
    `Recipient ${recipient} marked the email as spam${by === 'simulator' ? ' (simulated)' : ''}`,
});
export type EmailComplained = EventOf<typeof emailComplained>;

/** Not sent before `scheduledAt` (ISO 8601) any more, or from then on already. Nothing of it had been tried. */
const emailRescheduled = event('EmailRescheduled', {
  data: z.object({ scheduledAt: z.string(), destinations: z.array(z.string()) }),
  summary: ({ scheduledAt }) => `Rescheduled: to be sent at ${scheduledAt}`,
  activity: 'people',
});
export type EmailRescheduled = EventOf<typeof emailRescheduled>;

/** Stopped before anything of it was tried: it is never sent. */
const emailCanceled = event('EmailCanceled', {
  data: z.object({ destinations: z.array(z.string()) }),
  summary: 'Canceled before anything was sent',
  activity: 'people',
});
export type EmailCanceled = EventOf<typeof emailCanceled>;

/**
 * A person made it due at once: what waited for another try, or a recipient given up because its outcome stayed
 * unknown.
 */
const emailRetried = event('EmailRetried', {
  data: z.object({
    destinations: z.array(
      z.object({
        destination: z.string(),
        /** Generation of this destination's jobs from now on. */
        generation: z.number(),
        recipients: z.array(z.number()),
      }),
    ),
    retryClass,
    reason: z.string(),
  }),
  summary({ destinations, reason }) {
    const numbers = destinations.flatMap(({ recipients }) => recipients);
    return `Retry requested for ${recipientList(numbers)}: ${reason}`;
  },
  activity: 'people',
});
export type EmailRetried = EventOf<typeof emailRetried>;

/** A link that opens the mail without an API key, until `expiresAt` (ISO 8601). */
const emailShared = event('EmailShared', {
  data: z.object({ shareId: z.string(), expiresAt: z.string() }),
  summary: ({ shareId, expiresAt }) => `Shared with link ${shareId}, valid until ${expiresAt}`,
  activity: 'people',
});
export type EmailShared = EventOf<typeof emailShared>;

/** The link opens nothing any more. */
const emailShareRevoked = event('EmailShareRevoked', {
  data: z.object({ shareId: z.string() }),
  summary: ({ shareId }) => `Share link ${shareId} revoked`,
  activity: 'people',
});
export type EmailShareRevoked = EventOf<typeof emailShareRevoked>;

/** Nothing of these is about delivery. */
export type SharingEvent = EmailShared | EmailShareRevoked;

export const emailStreams = streams(
  'email',
  [
    emailAccepted,
    acceptAbandoned,
    emailRescheduled,
    emailCanceled,
    emailRetried,
    delivery.deliveryAttemptStarted,
    delivery.deliveryAttemptAbandoned,
    delivery.deliveryOutcomeUnknown,
    delivery.emailDelivered,
    delivery.deliveryDeferred,
    delivery.emailBounced,
    delivery.emailFailed,
    delivery.deliveryReported,
    emailSuppressed,
    emailComplained,
    emailShared,
    emailShareRevoked,
    tracking.emailOpened,
    tracking.emailClicked,
  ],
  { activity: 'never' },
);
export type EmailEvent = EventIn<typeof emailStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly email: true;
  }
}
