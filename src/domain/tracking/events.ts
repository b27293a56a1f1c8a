import { z } from 'zod';
import { type DataOf, event, type EventOf, personal, streams } from '../shared/event.js';

const trackingHit = z.object({
  /** UUIDv7, made as it came in. */
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  emailId: z.string(),
  /** Its number in `EmailAccepted`; null where several recipients got the same message. */
  recipient: z.number().nullable(),
  /** Number of the link in the html; null: the picture that tells when the mail is shown. */
  link: z.number().nullable(),
});
/** A tracked link that was followed, or a mail that was shown, by a person or a program. */
export type TrackingHit = DataOf<typeof trackingHit>;

/**
 * What came in at one process in one moment, as it was seen: who it was is judged apart from it, and can be judged
 * again by better rules.
 */
const trackingHitsRecorded = event('TrackingHitsRecorded', {
  data: z.object({
    hits: z.array(trackingHit),
    /**
     * One for each of `hits`: {@link HitSeen} as JSON, sealed by a key that follows from the recipient's or the mail's.
     * Under the key of this team and hour.
     */
    seen: personal(z.array(z.string()), { erased: 'with the mail, from whose key the seal of each follows' }),
  }),
  summary: ({ hits }) => `${hits.length} hits of tracked links recorded`,
});
export type TrackingHitsRecorded = EventOf<typeof trackingHitsRecorded>;

/** In `trackinglog-<instance>-<hour>`: written behind. A crash may lose the last moment of it, and of nothing else. */
export const trackingLogStreams = streams('trackinglog', [trackingHitsRecorded], { activity: 'never' });

/** Who came, as far as the request says. */
export interface HitSeen {
  readonly method: 'GET' | 'HEAD';
  readonly ipAddress: string;
  readonly userAgent: string;
  /** `Sec-Purpose`, `Purpose` or `X-Moz`, where it was sent. */
  readonly purpose?: string;
  /** Where a click led. */
  readonly url?: string;
}

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly trackinglog: true;
  }
}
