import { z } from 'zod';
import { kid, position, streamNamed } from '../../../domain/shared/event.js';

/* Installation, teams, erasures, process managers, retention, seals, verifications, usage and closed days. */

export const installationCreated = z.object({
  installationId: z.string(),
  firstTeamId: z.string(),
  keyStoreId: z.string(),
  eventFormat: z.int().min(1).optional(),
});

export const eventFormatRaised = z.object({ format: z.int().min(1) });

export const bootstrapApiKeyAdded = z.object({ apiKeyId: z.string() });

export const installationRestored = z.object({ backupId: z.string(), takenAt: z.string(), head: position });

export const deliveryResumed = z.object({ backupId: z.string() });

const queueTarget = { kind: z.enum(['mx-set', 'destination']), name: z.string() };

export const queuePaused = z.object({ ...queueTarget, reason: z.string(), until: z.string().nullable() });

export const queueResumed = z.object({ ...queueTarget, reason: z.string().nullable() });

export const installationMovedAway = z.object({ migrationId: z.string() });

export const installationMovedIn = z.object({ migrationId: z.string(), sealedThrough: position.nullable() });

export const teamCreated = z.object({ teamId: z.string(), name: z.string() });

export const erasureRequested = z.object({
  scope: z.enum(['listed', 'person']).default('listed'),
  person: z.string().nullable(),
  streams: z.array(streamNamed),
  kids: z.array(kid),
  blobIds: z.array(z.string()),
});

export const erasureCompleted = z.object({ streams: z.array(streamNamed), kids: z.array(kid) });

export const processManagerAdvanced = z.object({ position });

export const orphanSweepAdvanced = z.object({ keyRow: z.string().nullable(), blob: z.string().nullable() });

export const streamRetired = z.object({
  stream: streamNamed,
  lastRevision: z.number(),
  headDigest: z.string(),
  mode: z.enum(['tombstone', 'soft']),
});

export const logSealed = z.object({
  firstEventId: z.string(),
  lastEventId: z.string(),
  count: z.number(),
  leaves: z.array(z.tuple([streamNamed, z.number(), z.string()])),
  root: z.string(),
  signature: z.string(),
  publicKey: z.string(),
});

export const logVerified = z.object({
  result: z.enum(['sound', 'broken']),
  events: z.number(),
  streams: z.number(),
  seals: z.number(),
  unsealed: z.number(),
  publishedSeal: z.number().nullable(),
  bad: z.object({ stream: z.string(), revision: z.number(), problem: z.string() }).nullable(),
});

export const usageClosed = z.object({ teamId: z.string(), day: z.string(), recipients: z.number() });

export const dayClosed = z.object({
  teamId: z.string(),
  day: z.string(),
  domainId: z.string(),
  through: position,
  quarters: z.array(
    z.object({
      quarter: z.number(),
      sent: z.number(),
      delivered: z.number(),
      delayed: z.number(),
      failed: z.number(),
      suppressed: z.number().default(0),
      complained: z.number().default(0),
      bouncedTransient: z.number(),
      bouncedPermanent: z.number(),
      bouncedUndetermined: z.number(),
    }),
  ),
});
