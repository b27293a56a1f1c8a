const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en');
const relativeDays = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const dayMs = 86_400_000;

/**
 * How far a moment is from `now`: "3 minutes ago", "in 2 days". Undefined for less than a minute either way. Days
 * are those of a calendar in `zone`: what is due the day after tomorrow is never "tomorrow".
 */
export function distance(at: Date, now: Date, zone?: string): string | undefined {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000);
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  if (unit === undefined) return undefined;
  const [name, length] = unit;
  if (name !== 'day') return relative.format(Math.trunc(seconds / length), name);
  return relativeDays.format(dayOf(at, zone) - dayOf(now, zone), name);
}

/** The number of a moment's calendar day; the difference of two is days. */
function dayOf(at: Date, zone: string | undefined): number {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}
