import { readFilter, type SegmentFilter } from '../../../domain/segment/filter.js';
import type { FieldRule } from '../edge/field.js';

/** The filter of a segment: what is wrong is named by its path. */
export const segmentFilter: FieldRule<SegmentFilter> = {
  schema: {
    type: 'object',
    description:
      'The condition that determines which contacts are in the segment: a rule (`field`, `operator`, `value`), or several rules combined with `and`, `or`, and `not`. Properties, topics, segments, forms, and imports in a rule must exist, and values must have the type of the field. The operators `in_last_days`, `more_than_days_ago`, and `in_next_days` take a whole number of days. In a rule on `activity.clicked_link`, `within_days` limits the rule to clicks within this number of days. A segment without a filter contains the contacts that you add.',
  },
  parse(value, field) {
    const read = readFilter(value);
    if ('filter' in read) return { value: read.filter };
    return { problem: `Invalid \`${field}${read.path.slice('filter'.length)}\` field. ${read.problem}` };
  },
};
