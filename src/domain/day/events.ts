import type { Position } from '../shared/recorded.js';

/** What became of the recipients of the mails that were first tried within one quarter of an hour. */
export interface QuarterFigures {
  /** 0 begins at 00:00 UTC of the day, 95 at 23:45. */
  readonly quarter: number;
  readonly sent: number;
  readonly delivered: number;
  readonly delayed: number;
  readonly failed: number;
  readonly suppressed: number;
  readonly complained: number;
  readonly bouncedTransient: number;
  readonly bouncedPermanent: number;
  readonly bouncedUndetermined: number;
}

/**
 * What became of the mails that a team first tried from a domain on a day: the whole figures, which stand for those
 * mails once their streams are gone. A later one for the same day and domain replaces it.
 */
export interface DayClosed {
  readonly type: 'DayClosed';
  readonly data: {
    readonly teamId: string;
    /** A UTC day, `2026-03-02`. */
    readonly day: string;
    readonly domainId: string;
    /** The mails that were settled up to here are in it, with what had happened to them up to here; no others are. */
    readonly through: Position;
    /** In order, without those where everything is 0. */
    readonly quarters: readonly QuarterFigures[];
  };
}

export type DayEvent = DayClosed;
