/* Days (`2026-03-02`) and months (`2026-03`) of UTC, as text that compares in order. */

const dayMs = 86_400_000;
const quarterMs = 900_000;

/** The day of an ISO 8601 UTC time. */
export function dayOf(time: string): string {
  return time.slice(0, 10);
}

/** The day of a moment, milliseconds since the epoch. */
export function dayAt(atMs: number): string {
  return dayOf(new Date(atMs).toISOString());
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function dayBefore(day: string): string {
  return dayAt(startOfDayMs(day) - dayMs);
}

/** Milliseconds since the epoch at which the next day begins. */
export function endOfDayMs(day: string): number {
  return startOfDayMs(day) + dayMs;
}

/** Milliseconds since the epoch at which the next month begins. */
export function endOfMonthMs(month: string): number {
  const [year, number] = month.split('-').map(Number);
  return Date.UTC(year ?? 0, number ?? 0);
}

/** When the quarter of an hour began in which the moment lies (ISO 8601 UTC, both). */
export function quarterOf(time: string): string {
  const atMs = Date.parse(time);
  return new Date(atMs - (((atMs % quarterMs) + quarterMs) % quarterMs)).toISOString();
}

/** The number of a moment's quarter of an hour within its UTC day, from 0. */
export function quarterNumberAt(atMs: number): number {
  return Math.floor((atMs - startOfDayMs(dayAt(atMs))) / quarterMs);
}

/** Milliseconds since the epoch at which the day's quarter of an hour of that number begins. */
export function startOfQuarterMs(day: string, quarter: number): number {
  return startOfDayMs(day) + quarter * quarterMs;
}

/** Milliseconds since the epoch at which the day begins. */
export function startOfDayMs(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}
