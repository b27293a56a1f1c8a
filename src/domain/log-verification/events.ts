import { z } from 'zod';
import { event, type EventIn, type EventOf, streams } from '../shared/event.js';

/** Somebody had the whole log recomputed, up to the end that it had then. */
const logVerified = event('LogVerified', {
  data: z.object({
    result: z.enum(['sound', 'broken']),
    /** In order: all of them, or those before the bad one. */
    events: z.number(),
    streams: z.number(),
    /** Closed by then; the last of them has this number. */
    seals: z.number(),
    /** Events behind the last seal: whether one of these is missing could not be seen. */
    unsealed: z.number(),
    /** Number of the seal whose published head the log was held against; null: of none. */
    publishedSeal: z.number().nullable(),
    /** The first that is wrong, where the log is broken: what is wrong, never what stands there. */
    bad: z.object({ stream: z.string(), revision: z.number(), problem: z.string() }).nullable(),
  }),
  summary({ events, streams, seals, publishedSeal, bad }) {
    const against = publishedSeal === null ? '' : `, compared with the published head of seal ${publishedSeal}`;
    if (bad !== null) return `Log verified${against}: broken at ${bad.stream} revision ${bad.revision}: ${bad.problem}`;
    return `Log verified${against}: ${events} events in ${streams} streams and ${seals} seals, all intact`;
  },
});
export type LogVerified = EventOf<typeof logVerified>;

export const logVerificationStreams = streams('logverification', [logVerified]);
export type LogVerificationEvent = EventIn<typeof logVerificationStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly logverification: true;
  }
}
