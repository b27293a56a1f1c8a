import { z } from 'zod';
import { actorKinds } from '../../domain/shared/recorded.js';
import { type DataOf, position } from '../../domain/shared/event.js';
import type { EventMetadata } from '../../domain/shared/recorded.js';

/** An event's metadata without what the codec adds. */
const eventMetadata = z.object({
  time: z.string(),
  teamId: z.string().nullable(),
  region: z.string().nullable(),
  actor: z.object({ kind: z.enum(actorKinds), id: z.string() }),
  correlationId: z.string(),
  sessionId: z.string().optional(),
  traceparent: z.string().optional(),
  causation: z.object({ id: z.string(), position: position.nullable() }).nullable(),
});

/** As stored: with the version of the data, the predecessor's digest (null: none) and the event's own. */
export const storedMetadata = eventMetadata.extend({
  v: z.int().positive(),
  predecessor: z.string().nullable(),
  digest: z.string(),
});

export type StoredMetadata = z.infer<typeof storedMetadata>;

type Same<A, B> = [A, B] extends [B, A] ? true : never;
type MustBe<True extends true> = True;
/**
 * The domain's type is the truth: a schema that says something else does not compile, here.
 * @public
 */
export type MetadataAgreesWithDomain = MustBe<Same<DataOf<typeof eventMetadata>, EventMetadata>>;
