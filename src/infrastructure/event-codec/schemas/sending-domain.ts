import { z } from 'zod';
import { streamName } from './shared.js';

export const domainCreated = z.object({
  domainId: z.string(),
  name: z.string(),
  region: z.string(),
  origin: z.enum(['sandbox', 'preverified']),
});

export const domainDkimKeyAdded = z.object({
  selector: z.string(),
  algorithm: z.literal('rsa-sha256'),
  publicKey: z.string(),
  secretName: z.string(),
});

export const domainVerified = z.object({ by: z.literal('operator') });

export const reserved = z.object({ owner: streamName, teamId: z.string(), opens: domainCreated });
export const released = z.object({ owner: streamName });
