import { z } from 'zod';
import { event, type EventIn, type EventOf, position, streams } from '../shared/event.js';

const trackedFigures = z.object({
  /** Copies that were delivered, of emails whose opens are tracked. */
  opensTracked: z.number(),
  clicksTracked: z.number(),
  /** By people; `unique`: copies that a person opened. */
  opened: z.number(),
  clicked: z.number(),
  uniqueOpened: z.number(),
  uniqueClicked: z.number(),
  /** By privacy proxies and scanners too. */
  openedAll: z.number(),
  clickedAll: z.number(),
  uniqueOpenedAll: z.number(),
  uniqueClickedAll: z.number(),
});
const quarterFigures = z.object({
  /** 0 begins at 00:00 UTC of the day, 95 at 23:45. */
  quarter: z.number(),
  sent: z.number(),
  delivered: z.number(),
  delayed: z.number(),
  failed: z.number(),
  suppressed: z.number().default(0),
  complained: z.number().default(0),
  unsubscribed: z.number().default(0),
  bouncedTransient: z.number(),
  bouncedPermanent: z.number(),
  bouncedUndetermined: z.number(),
  /** Missing where nothing is tracked. */
  tracked: trackedFigures.optional(),
});
/** What became of the recipients of the mails that were first tried within one quarter of an hour. */
export type QuarterFigures = Readonly<z.output<typeof quarterFigures>>;

/**
 * What became of the mails that a team first tried from a domain on a day: the whole figures, which stand for those
 * mails once their streams are gone. A later one for the same day and domain replaces it.
 */
const dayClosed = event('DayClosed', {
  data: z.object({
    teamId: z.string(),
    /** A UTC day, `2026-03-02`. */
    day: z.string(),
    domainId: z.string(),
    /** The mails that were settled up to here are in it, with what had happened to them up to here; no others are. */
    through: position,
    /** In order, without those where everything is 0. */
    quarters: z.array(quarterFigures),
  }),
  summary({ day, domainId, quarters }) {
    const recipients = quarters.reduce((sum, { sent }) => sum + sent, 0);
    return `Metrics of ${day} closed for domain ${domainId}: sent to ${recipients} recipients`;
  },
});
export type DayClosed = EventOf<typeof dayClosed>;

export const dayStreams = streams('day', [dayClosed], { activity: 'never' });
export type DayEvent = EventIn<typeof dayStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly day: true;
  }
}
