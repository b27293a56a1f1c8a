/* Wall-clock times are milliseconds since 1970-01-01T00:00 of the wall, as if it stood in UTC. */

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether the name is one of the IANA time zone database. */
export function isTimeZone(name: string): boolean {
  // Offsets are no zones, though some runtimes take them.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** What clocks in the zone show at that moment, to the millisecond. */
export function wallTime(atMs: number, timeZone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(atMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const milliseconds = ((atMs % 1000) + 1000) % 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
}

/** The first moment at which clocks show that time; where they skip it, the moment at which they skip. */
export function momentOf(wallMs: number, timeZone: string): number {
  const offsetAt = (atMs: number): number => wallTime(atMs, timeZone) - atMs;
  // No two changes of a clock are so close that both lie within these two days.
  const before = wallMs - offsetAt(wallMs - dayMs);
  const after = wallMs - offsetAt(wallMs + dayMs);
  const shown = [before, after].filter((atMs) => wallTime(atMs, timeZone) === wallMs);
  return shown.length === 0 ? before : Math.min(...shown);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}
