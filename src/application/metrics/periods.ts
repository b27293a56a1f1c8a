import { momentOf, wallTime } from './time-zone.js';

export const granularities = ['hourly', 'daily', 'weekly', 'monthly'] as const;
export type Granularity = (typeof granularities)[number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const shortestMs: Readonly<Record<Granularity, number>> = {
  hourly: hourMs,
  daily: dayMs,
  weekly: 7 * dayMs,
  monthly: 28 * dayMs,
};

export const mostPeriods = 10_000;

/**
 * When each period begins that has a part in the range (milliseconds, in order, the first at or before `fromMs`), by
 * the clocks of the zone. Weeks begin on Monday. Undefined for more than {@link mostPeriods}.
 */
export function periodsIn(
  range: { readonly fromMs: number; readonly untilMs: number },
  granularity: Granularity,
  timeZone: string,
): readonly number[] | undefined {
  if ((range.untilMs - range.fromMs) / shortestMs[granularity] > mostPeriods) return undefined;
  const starts: number[] = [];
  let wallMs = beginning(wallTime(range.fromMs, timeZone), granularity);
  let startMs = granularity === 'hourly' ? hourOf(range.fromMs, timeZone) : momentOf(wallMs, timeZone);
  do {
    // A zone that skipped a whole day has no period for it.
    if (starts.at(-1) !== startMs) starts.push(startMs);
    wallMs = following(wallMs, granularity);
    startMs = granularity === 'hourly' ? nextHour(startMs, timeZone) : momentOf(wallMs, timeZone);
  } while (startMs < range.untilMs);
  return starts.length > mostPeriods ? undefined : starts;
}

/** The last of `starts` that is not after the moment. */
export function periodAt(starts: readonly number[], atMs: number): number | undefined {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? Infinity) <= atMs) low = middle + 1;
    else high = middle;
  }
  return starts[low - 1];
}

function beginning(wallMs: number, granularity: Granularity): number {
  const wall = new Date(wallMs);
  const midnightMs = wallMs - modulo(wallMs, dayMs);
  if (granularity === 'weekly') return midnightMs - modulo(wall.getUTCDay() - 1, 7) * dayMs;
  return granularity === 'monthly' ? Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth()) : midnightMs;
}

function following(wallMs: number, granularity: Granularity): number {
  const wall = new Date(wallMs);
  if (granularity === 'monthly') return Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1);
  return wallMs + (granularity === 'weekly' ? 7 : 1) * dayMs;
}

/** Hours go by moments, not by the wall: one that a clock shows twice is two. */
function hourOf(atMs: number, timeZone: string): number {
  return atMs - modulo(wallTime(atMs, timeZone), hourMs);
}

/** Where clocks change by half an hour, that hour is half an hour longer. */
function nextHour(startMs: number, timeZone: string): number {
  const nextMs = startMs + hourMs;
  return nextMs + modulo(-wallTime(nextMs, timeZone), hourMs);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
