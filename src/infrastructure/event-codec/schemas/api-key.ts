import { z } from 'zod';

export const apiKeyCreated = z.object({
  apiKeyId: z.string(),
  teamId: z.string(),
  name: z.string(),
  permission: z.enum(['full_access', 'sending_access']),
  domainId: z.string().nullable(),
  tokenHash: z.string(),
});

export const apiKeyRenamed = z.object({ name: z.string() });
