import { z } from 'zod';

export const apiKeyCreated = z.object({
  apiKeyId: z.string(),
  teamId: z.string(),
  name: z.string(),
  permission: z.enum(['full_access', 'sending_access', 'read_only']),
  domainId: z.string().nullable(),
  tokenHash: z.string(),
  expiresAt: z.string().optional(),
});

export const apiKeyRenamed = z.object({ name: z.string() });
