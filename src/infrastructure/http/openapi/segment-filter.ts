import { readFilter, type SegmentFilter } from '../../../domain/segment/filter.js';
import type { FieldRule } from '../edge/field.js';

/** The filter of a segment: what is wrong is named by its path. */
export const segmentFilter: FieldRule<SegmentFilter> = {
  schema: {
    type: 'object',
    description:
      'Who is in the segment follows from this: a rule (`field`, `operator`, `value`), or `and`, `or` and `not` of several. What it names has to exist, and values have to fit the field; `in_last_days`, `more_than_days_ago` and `in_next_days` take a whole number of days. `within_days` of a rule on `activity.clicked_link` counts only clicks of so many last days. A segment without it holds who was added.',
  },
  parse(value, field) {
    const read = readFilter(value);
    if ('filter' in read) return { value: read.filter };
    return { problem: `Invalid \`${field}${read.path.slice('filter'.length)}\` field. ${read.problem}` };
  },
};
