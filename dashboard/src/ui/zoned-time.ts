import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

/** The moment that `2026-01-31T09:30` is in a zone, as ISO 8601 in UTC; null: it is no date. */
export function instantIn(zone: string, local: string): string | null {
  const moment = dayjs.tz(local, zone);
  return moment.isValid() ? moment.toISOString() : null;
}

/** What a field for date and time holds for a moment: `2026-01-31T09:30` in that zone. */
export function localIn(zone: string, moment: string | Date): string {
  return dayjs(moment).tz(zone).format('YYYY-MM-DDTHH:mm');
}
