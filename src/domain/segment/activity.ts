import { partsOf } from './fields.js';
import { clickedLink, type FilterRule } from './filter.js';

/** What became of an email, as `last_event` names it; `sent`: whatever became of it. */
const outcomes = ['sent', 'delivered', 'bounced', 'complained'] as const;
export type Outcome = (typeof outcomes)[number];
/** What a person did with it. */
const hits = ['opened', 'clicked'] as const;
export type Hit = (typeof hits)[number];

const activities = [...outcomes, ...hits, clickedLink] as const;
export type Activity = (typeof activities)[number];

export const isHit = (activity: Activity): activity is Hit => hits.some((each) => each === activity);

/** A link that was followed. */
export interface ClickedLink {
  readonly url: string;
  /** ISO 8601: the last time. */
  readonly at: string;
}

/** ISO 8601: when the newest such email to somebody was accepted, and when they last did such a thing. */
export interface ContactActivity extends Readonly<Partial<Record<Outcome | Hit, string>>> {
  readonly links?: readonly ClickedLink[];
}

/** The activities that rules ask for. */
export function activitiesIn(rules: readonly FilterRule[]): ReadonlySet<Activity> {
  const asked = rules.map(({ field }) => partsOf(field)).flatMap(([kind, name]) => (kind === 'activity' ? [name] : []));
  return new Set(activities.filter((activity) => asked.includes(activity)));
}
