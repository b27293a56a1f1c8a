import { z } from 'zod';
import { event, type EventIn, type EventOf, streamNamed, streams } from '../shared/event.js';

/**
 * A whole stream is about to be removed, and how it ended. Without this fact the stream's absence is a loss, and an
 * audit names it.
 */
const streamRetired = event('StreamRetired', {
  data: z.object({
    stream: streamNamed,
    lastRevision: z.number(),
    /** Digest of its last event. */
    headDigest: z.string(),
    /** `soft`: a submission's, which may be opened again; `tombstone`: for ever. */
    mode: z.enum(['tombstone', 'soft']),
  }),
  summary: ({ stream, lastRevision }) => `Stream ${stream} retired at revision ${lastRevision}`,
});
export type StreamRetired = EventOf<typeof streamRetired>;

export const retentionStreams = streams('retention', [streamRetired], { activity: 'never' });
export type RetentionEvent = EventIn<typeof retentionStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly retention: true;
  }
}
