import { z } from 'zod';
import { event, type EventIn, type EventOf, position, streams } from '../shared/event.js';

/** The first event of every log. The process that writes it wins; later starts compare with it. */
const installationCreated = event('InstallationCreated', {
  data: z.object({
    installationId: z.string(),
    firstTeamId: z.string(),
    keyStoreId: z.string(),
    /** As {@link EventFormatRaised} says it; absent: from before it was noted. */
    eventFormat: z.int().min(1).optional(),
    /** The version of the program; absent: from before it was noted. */
    version: z.string().optional(),
  }),
  summary: ({ installationId, keyStoreId }) => `Installation ${installationId} created, with vault ${keyStoreId}`,
});
export type InstallationCreated = EventOf<typeof installationCreated>;

/**
 * A program has started here that knows more events than any before it, and may write them from now on. One that knows
 * fewer must not start: it would meet what it cannot read half way through.
 */
const eventFormatRaised = event('EventFormatRaised', {
  /** `version`: of the program; absent: from before it was noted. */
  data: z.object({ format: z.int().min(1), version: z.string().optional() }),
  summary: ({ format, version }) =>
    `Started by a version that writes event format ${format}${version === undefined ? '' : ` (${version})`}: older versions can no longer start`,
});

/** The key that a start made (or was given) so that somebody can begin. */
const bootstrapApiKeyAdded = event('BootstrapApiKeyAdded', {
  data: z.object({ apiKeyId: z.string() }),
  summary: ({ apiKeyId }) => `API key ${apiKeyId} created at startup`,
});

/**
 * Log and vault were replaced by copies: what happened behind `head` is not known here. Nothing is sent until resumed.
 */
const installationRestored = event('InstallationRestored', {
  data: z.object({
    backupId: z.string(),
    /** ISO 8601: when the copy of the log was begun. */
    takenAt: z.string(),
    /** The last position in the copy. */
    head: position,
  }),
  summary: ({ backupId, takenAt }) => `Restored from backup ${backupId} of ${takenAt}: delivery is held`,
});
export type InstallationRestored = EventOf<typeof installationRestored>;

/** Somebody has looked at what was restored: mail is sent again. */
const deliveryResumed = event('DeliveryResumed', {
  data: z.object({ backupId: z.string() }),
  summary: 'Delivery resumed',
});

const heldKinds = ['imports', 'confirmations', 'emails'] as const;
/**
 * What a restore holds until somebody decides. `confirmations`: emails that ask to confirm a sign-up by a form. A
 * broadcast is paused instead.
 */
export type HeldKind = (typeof heldKinds)[number];

/** This part of what is held goes on. */
const heldWorkReleased = event('HeldWorkReleased', {
  data: z.object({
    kind: z.enum(heldKinds),
    /** For everything of the kind that is held at this moment: null. */
    ids: z.array(z.string()).nullable(),
  }),
  summary: ({ kind, ids }) => (ids === null ? `All held ${kind} released` : `Held ${kind} released: ${ids.join(', ')}`),
});
export type HeldWorkReleased = EventOf<typeof heldWorkReleased>;

/** While a server ran, its clock went ahead by far more than time went by. Emails scheduled in between are held. */
const clockLeapt = event('ClockLeapt', {
  /** ISO 8601: what it showed, and what it shows now. */
  data: z.object({ from: z.string(), to: z.string() }),
  summary: ({ from, to }) => `The clock jumped from ${from} to ${to}: emails scheduled in between are held`,
});
export type ClockLeapt = EventOf<typeof clockLeapt>;

/** This log has been copied to other engines and goes on there. Here nothing is started any more. */
const installationMovedAway = event('InstallationMovedAway', {
  data: z.object({
    /** The same where it goes on. */
    migrationId: z.string(),
  }),
  summary: ({ migrationId }) => `Moved away by migration ${migrationId}: this installation can no longer start`,
});

/**
 * This log was copied from other engines, up to here. Positions that events before this one name are places in the log
 * as it was there, and lead nowhere here.
 */
const installationMovedIn = event('InstallationMovedIn', {
  data: z.object({
    migrationId: z.string(),
    /** Up to where, in this log, what was copied is sealed; null: nowhere. */
    sealedThrough: position.nullable(),
    /** The place of its last restore in the log that it was copied from; null: there is none; absent: not noted. */
    restoredAt: position.nullable().optional(),
  }),
  summary: ({ migrationId }) => `Moved here by migration ${migrationId}: all earlier events were copied`,
});
export type InstallationMovedIn = EventOf<typeof installationMovedIn>;

/** The link that makes the first person was shown to the operator. `tokenHash` is a keyed hash of what it holds. */
const setUpLinkMade = event('SetUpLinkMade', {
  data: z.object({ tokenHash: z.string() }),
  summary: 'Link to create the first user shown',
});

/** There is a first person (or is about to be, under this id). No such link opens anything any more. */
const setUpCompleted = event('SetUpCompleted', {
  data: z.object({ userId: z.string() }),
  summary: ({ userId }) => `User ${userId} created as the first user`,
  // Who joined with it is what is shown.
  activity: 'never',
});

export const installationStreams = streams('installation', [
  installationCreated,
  eventFormatRaised,
  bootstrapApiKeyAdded,
  installationRestored,
  deliveryResumed,
  heldWorkReleased,
  clockLeapt,
  installationMovedAway,
  installationMovedIn,
  setUpLinkMade,
  setUpCompleted,
]);
export type InstallationEvent = EventIn<typeof installationStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly installation: true;
  }
}
