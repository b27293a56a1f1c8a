import { z } from 'zod';
import { type DataOf, event, type EventOf, streamNamed, streams } from '../shared/event.js';

/** Stream, revision, digest. */
const sealLeaf = z.tuple([streamNamed, z.number(), z.string()]);
/** A stream as it stood at a seal: its last revision and the digest of the event there. */
export type SealLeaf = DataOf<typeof sealLeaf>;

/**
 * Everything up to an event has been signed. It covers what came behind the seal before it, but for positions of
 * process managers and for seals; where it ends is its causation.
 */
const logSealed = event('LogSealed', {
  data: z.object({
    firstEventId: z.string(),
    lastEventId: z.string(),
    /** Events covered. */
    count: z.number(),
    /** Every stream that was written to since the seal before, sorted by name. */
    leaves: z.array(sealLeaf),
    /** SHA-256 (hex) over the leaves and the digest of the seal before. */
    root: z.string(),
    /** Ed25519, base64url, over first and last event, count and root. */
    signature: z.string(),
    /** Ed25519, base64url of its 32 bytes. */
    publicKey: z.string(),
  }),
  summary: ({ count, leaves, lastEventId }) =>
    `Log sealed: ${count} events of ${leaves.length} streams, up to event ${lastEventId}`,
});
export type LogSealed = EventOf<typeof logSealed>;

export const logSealStreams = streams('logseal', [logSealed], { activity: 'never' });

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly logseal: true;
  }
}
