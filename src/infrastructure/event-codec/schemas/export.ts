import { z } from 'zod';
import { kid, personal } from './shared.js';

const filters = z.object({
  search: z.string().exactOptional(),
  lastEvent: z.string().exactOptional(),
  fromMs: z.number().exactOptional(),
  toMs: z.number().exactOptional(),
  domain: z.string().exactOptional(),
  apiKeyId: z.string().exactOptional(),
  tag: z.object({ name: z.string(), value: z.string().exactOptional() }).exactOptional(),
});

export const exportRequested = z.object({
  teamId: z.string(),
  kind: z.enum(['emails', 'suppressions']),
  filters: personal(filters),
  fileKid: kid,
});

export const exportFinished = z.object({
  rows: z.number(),
  file: z.object({ blobId: z.string(), plainBytes: z.number(), sizeBytes: z.number(), digest: z.string() }),
  expiresAt: z.string(),
});

export const exportFailed = z.object({ reason: z.enum(['too-many-rows', 'too-large']) });

export const exportExpired = z.object({ reason: z.enum(['age', 'erasure', 'deleted']) });
