import { z } from 'zod';
import { streamNamed } from '../../../domain/shared/event.js';

const settings = {
  tls: z.enum(['opportunistic', 'enforced']).default('opportunistic'),
  openTracking: z.boolean().default(false),
  clickTracking: z.boolean().default(false),
  capabilities: z
    .object({ sending: z.boolean(), receiving: z.boolean() })
    .default(() => ({ sending: true, receiving: false })),
  trackingSubdomain: z.string().nullable().default(null),
};

export const domainCreated = z.object({
  domainId: z.string(),
  name: z.string(),
  region: z.string(),
  origin: z.enum(['sandbox', 'preverified', 'team']),
  returnPath: z.string().default('send'),
  ...settings,
});

export const domainUpdated = z.object(settings);

export const domainDkimKeyAdded = z.object({
  selector: z.string(),
  algorithm: z.enum(['rsa-sha256', 'ed25519-sha256']),
  role: z.enum(['active', 'spare']).default('active'),
  publicKey: z.string(),
  secretName: z.string(),
});

export const domainDkimRotationRequested = z.object({ by: z.enum(['operator', 'schedule']) });
export const domainDkimKeySelected = z.object({ selector: z.string() });
export const domainDkimKeyRetired = z.object({ selector: z.string() });

export const domainVerified = z.object({ by: z.literal('operator') });

const capabilityStatus = z.enum(['not_started', 'pending', 'verified', 'temporary_failure', 'failed']);

export const domainChecked = z.object({
  sending: capabilityStatus,
  receiving: capabilityStatus,
  records: z.array(
    z.object({
      key: z.string(),
      status: z.enum(['verified', 'missing', 'different', 'unanswered']),
      found: z.array(z.string()),
      advice: z.array(z.object({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) })),
    }),
  ),
});

export const domainDeleted = z.object({ reason: z.enum(['asked', 'claimed', 'claim-ended']) });

export const reserved = z.object({ owner: streamNamed, teamId: z.string(), opens: domainCreated });
export const released = z.object({ owner: streamNamed });

export const nameClaimed = reserved.extend({ claimId: z.string(), token: z.string(), expiresAt: z.string() });
export const nameClaimCheckRequested = z.object({ claimId: z.string() });
export const nameClaimBlocked = z.object({
  claimId: z.string(),
  reason: z.enum(['grace_period', 'recent_owner_activity', 'pending_scheduled_emails']),
});
export const nameClaimCompleted = z.object({ claimId: z.string() });
export const nameClaimEnded = z.object({
  claimId: z.string(),
  outcome: z.enum(['expired', 'superseded', 'canceled', 'failed']),
});
