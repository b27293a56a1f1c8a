import { z } from 'zod';
import { event, type EventIn, type EventOf, streams } from '../shared/event.js';

/**
 * How many recipients a team wrote to on a day: the whole figure, which stands for that day's accepts once their
 * streams are gone. A later one for the same day replaces it.
 */
const usageClosed = event('UsageClosed', {
  data: z.object({
    teamId: z.string(),
    /** A UTC day, `2026-03-02`. */
    day: z.string(),
    recipients: z.number(),
  }),
  summary: ({ day, recipients }) => `Usage of ${day} closed: ${recipients} recipients`,
});
export type UsageClosed = EventOf<typeof usageClosed>;

export const usageStreams = streams('usage', [usageClosed], { activity: 'never' });
export type UsageEvent = EventIn<typeof usageStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly usage: true;
  }
}
