import { partsOf } from './fields.js';
import type { FilterRule } from './filter.js';

/** What became of an email, as `last_event` names it; `sent`: whatever became of it. */
const activities = ['sent', 'delivered', 'bounced', 'complained'] as const;
export type Activity = (typeof activities)[number];

/** When the newest such email to somebody was accepted, ISO 8601. */
export type ContactActivity = Readonly<Partial<Record<Activity, string>>>;

/** The activities that rules ask for. */
export function activitiesIn(rules: readonly FilterRule[]): ReadonlySet<Activity> {
  const asked = rules.map(({ field }) => partsOf(field)).flatMap(([kind, name]) => (kind === 'activity' ? [name] : []));
  return new Set(activities.filter((activity) => asked.includes(activity)));
}
