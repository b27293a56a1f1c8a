import type { SegmentFilter } from './filter.js';

/** What became of an email, as `last_event` names it; `sent`: whatever became of it. */
export const activities = ['sent', 'delivered', 'bounced', 'complained'] as const;
export type Activity = (typeof activities)[number];

/** When the newest such email to somebody was accepted, ISO 8601. */
export type ContactActivity = Readonly<Partial<Record<Activity, string>>>;

/** So deep may filters name one another. */
export const maxNested = 5;

/** The activities that a filter asks for, in its own rules and in those of the segments that it names. */
export function activitiesIn(
  filter: SegmentFilter,
  segmentFilters: ReadonlyMap<string, SegmentFilter>,
  nested = 0,
): ReadonlySet<Activity> {
  switch (filter.type) {
    case 'and':
    case 'or':
      return new Set(filter.rules.flatMap((each) => [...activitiesIn(each, segmentFilters, nested)]));
    case 'not':
      return activitiesIn(filter.rule, segmentFilters, nested);
    default: {
      const [kind, name = ''] = filter.field.split(/[:.](.*)/s);
      if (kind === 'activity') return new Set(activities.filter((activity) => activity === name));
      const inner = kind === 'segment' && nested < maxNested ? segmentFilters.get(name) : undefined;
      return inner === undefined ? new Set() : activitiesIn(inner, segmentFilters, nested + 1);
    }
  }
}
