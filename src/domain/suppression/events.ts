import { z } from 'zod';
import {
  event,
  type EventIn,
  type EventOf,
  noMembers,
  personal,
  personHash,
  position,
  streams,
} from '../shared/event.js';
import { erasedText, reveal } from '../shared/personal.js';

const suppressionOrigin = z.enum(['bounce', 'complaint', 'manual']);
/** Why an address is on the list. */
export type SuppressionOrigin = z.output<typeof suppressionOrigin>;

const suppressionScope = z.enum(['all', 'bulk']);
/** `bulk`: only mail of the bulk class is kept from it. */
export type SuppressionScope = z.output<typeof suppressionScope>;

const suppressionSource = z.object({
  emailId: z.string(),
  eventId: z.string(),
  /** In the log that it was written to: another engine's log places it elsewhere. */
  position,
  /** ISO 8601: when it was recorded. */
  at: z.string(),
});
/** The event of a mail that something followed from. */
export type SuppressionSource = Readonly<z.output<typeof suppressionSource>>;

/**
 * No mail goes to this address any more, until it is removed, or until `expiresAt` (ISO 8601). Replaces an earlier
 * entry.
 */
const suppressionAdded = event('SuppressionAdded', {
  data: z.object({
    teamId: z.string(),
    /** Keyed hash, to find what is to be erased. */
    addressHash: personHash,
    address: personal(z.string()),
    origin: suppressionOrigin,
    /** Null when the team added it itself. */
    source: suppressionSource.nullable(),
    scope: suppressionScope,
    expiresAt: z.string().nullable(),
  }),
  summary({ address, origin, source, scope, expiresAt }) {
    const why = source === null ? origin : `${origin}, email ${source.emailId}`;
    const until = expiresAt === null ? '' : `, until ${expiresAt}`;
    return `${reveal(address) ?? erasedText} suppressed (${why}), for ${scope === 'all' ? 'all email' : 'bulk email'}${until}`;
  },
});
export type SuppressionAdded = EventOf<typeof suppressionAdded>;

/** Taken off the list. What happened before is forgotten with it. */
const suppressionRemoved = event('SuppressionRemoved', {
  data: noMembers,
  summary: 'Removed from the suppression list',
});
export type SuppressionRemoved = EventOf<typeof suppressionRemoved>;

/** A refusal that counts against the address, and is not enough alone. */
const suppressionConsidered = event('SuppressionConsidered', {
  data: z.object({ why: z.enum(['invalid', 'full']), source: suppressionSource }),
  summary: ({ why, source }) =>
    `${why === 'full' ? 'Mailbox full' : 'No such mailbox'} for email ${source.emailId}: not enough to suppress it`,
  activity: 'never',
});
export type SuppressionConsidered = EventOf<typeof suppressionConsidered>;

export const suppressionStreams = streams('suppression', [suppressionAdded, suppressionRemoved, suppressionConsidered]);
export type SuppressionEvent = EventIn<typeof suppressionStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly suppression: true;
  }
}
