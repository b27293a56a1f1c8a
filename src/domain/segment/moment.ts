import type { RelativeOperator } from './filter.js';

/** The time that a text names, in milliseconds: one of them, or a whole day of UTC. */
export interface Moment {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly isDay: boolean;
}

export const dayMs = 86_400_000;
const written =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:(Z)|([+-]\d{2}):?(\d{2})?)?)?$/;

/**
 * ISO 8601, also as the API answers times. A time without an offset is one of UTC.
 * @returns undefined where the text is none, or the day is in no calendar.
 */
export function momentOf(text: string): Moment | undefined {
  const [, year, month, day, time, , hours, minutes = '00'] = written.exec(text.trim()) ?? [];
  const midnightMs = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(midnightMs) || new Date(midnightMs).getUTCDate() !== Number(day)) return undefined;
  if (time === undefined) return { fromMs: midnightMs, toMs: midnightMs + dayMs, isDay: true };
  const offset = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const fromMs = Date.parse(`${year}-${month}-${day}T${time}${offset}`);
  return Number.isNaN(fromMs) ? undefined : { fromMs, toMs: fromMs + 1, isDay: false };
}

/** Days of a calendar (UTC) for a day, steps of 24 hours for a time. Today is in the last days and in the next. */
export function isWithin(operator: RelativeOperator, days: number, moment: Moment, nowMs: number): boolean {
  const here = moment.isDay ? nowMs - (nowMs % dayMs) : nowMs;
  const { fromMs } = moment;
  switch (operator) {
    case 'in_last_days':
      return fromMs <= here && fromMs >= here - days * dayMs;
    case 'more_than_days_ago':
      return fromMs < here - days * dayMs;
    case 'in_next_days':
      return fromMs >= here && fromMs <= here + days * dayMs;
  }
}
