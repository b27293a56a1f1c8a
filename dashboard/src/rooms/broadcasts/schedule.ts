import { broadcastPageWords as words } from '../../messages/broadcast-page';
import { instantIn } from '../../ui/zoned-time';
import type { LocalTimeValues } from './local-time-fields';

export interface ScheduleValues extends LocalTimeValues {
  readonly when: keyof typeof words.whens;
  /** `2026-01-31T09:30` in the zone of the page. */
  readonly scheduled_at: string;
}

/** As the API takes it. */
export function scheduleBody({ when, scheduled_at: local, ...localTime }: ScheduleValues, zone: string) {
  if (when === 'now') return {};
  return when === 'later' ? { scheduled_at: instantIn(zone, local) ?? '' } : localTime;
}

/** What is wrong with each field, for `useForm`. The server sends at once what has a time that is past. */
export const scheduleChecks = (zone: string) => ({
  scheduled_at: (local: string, { when }: ScheduleValues) => {
    if (when !== 'later') return null;
    const instant = instantIn(zone, local);
    if (instant === null) return words.noTime;
    return Date.parse(instant) <= Date.now() ? words.pastTime : null;
  },
  local_time: (local: string, { when }: ScheduleValues) => (when === 'local' && local === '' ? words.noTime : null),
  zone_property: (property: string, { when }: ScheduleValues) =>
    when === 'local' && property === '' ? words.noProperty : null,
});
