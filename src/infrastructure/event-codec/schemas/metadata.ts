import { z } from 'zod';
import { position } from '../../../domain/shared/event.js';

/** An event's metadata without what the codec adds. */
export const eventMetadata = z.object({
  time: z.string(),
  teamId: z.string().nullable(),
  region: z.string().nullable(),
  actor: z.object({ kind: z.enum(['api-key', 'user', 'smtp-session', 'system', 'cli']), id: z.string() }),
  correlationId: z.string(),
  sessionId: z.string().optional(),
  causation: z.object({ id: z.string(), position: position.nullable() }).nullable(),
});

/** As stored: with the version of the data, the predecessor's digest (null: none) and the event's own. */
export const storedMetadata = eventMetadata.extend({
  v: z.int().positive(),
  predecessor: z.string().nullable(),
  digest: z.string(),
});

export type StoredMetadata = z.infer<typeof storedMetadata>;
