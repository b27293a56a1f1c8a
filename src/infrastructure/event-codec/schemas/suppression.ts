import { z } from 'zod';
import { personal, position } from './shared.js';

const source = z.object({ emailId: z.string(), eventId: z.string(), position, at: z.string() });

export const suppressionAdded = z.object({
  teamId: z.string(),
  addressHash: z.string(),
  address: personal(z.string()),
  origin: z.enum(['bounce', 'complaint', 'manual']),
  source: source.nullable(),
  scope: z.enum(['all', 'bulk']),
  expiresAt: z.string().nullable(),
});

export const suppressionConsidered = z.object({ why: z.enum(['invalid', 'full']), source });
