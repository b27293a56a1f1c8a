import { draftOf, filterOf } from '../../../dashboard/src/rooms/segments/draft.js';

const properties = { seats: 'number', city: 'string' } as const;
const rule = (field: string, operator: string, value?: unknown) =>
  ({ type: 'rule', field, operator, ...(value === undefined ? {} : { value }) }) as const;
const editable = [
  { type: 'or', rules: [rule('properties.seats', 'gte', 10), rule('properties.city', 'is_empty')] },
  { type: 'and', rules: [{ type: 'not', rule: rule('email', 'ends_with', '@example.com') }] },
  { type: 'or', rules: [{ type: 'and', rules: [rule('email', 'exists')] }, rule('email', 'ends_with', '.org')] },
  {
    type: 'and',
    rules: [
      { ...rule('activity.clicked_link', 'contains', 'example.com'), within_days: 30 },
      { type: 'not', rule: rule('activity.opened', 'in_last_days', 90) },
      rule('joined_by', 'eq', 'form'),
      rule('form:one', 'in_last_days', 7),
    ],
  },
  { type: 'and', rules: [rule('unsubscribed', 'eq', false), rule('topic:one', 'eq', 'opt_out')] },
];
const others = [
  { type: 'or', rules: [{ type: 'and', rules: [{ type: 'or', rules: [rule('email', 'exists')] }] }] },
  { type: 'not', rule: { type: 'and', rules: [rule('email', 'exists')] } },
  rule('first_name', 'eq', null),
  rule('properties.city', 'eq', 5),
  rule('topic:one', 'eq', true),
];

describe('a filter that is edited', () => {
  it.each(editable)('says the same once it is saved: %j', (filter) => {
    const draft = draftOf(filter, properties);
    expect(draft && filterOf(draft, properties)).toEqual(filter);
  });

  it.each(others)('is left as it is where the page cannot say it: %j', (filter) => {
    expect(draftOf(filter, properties)).toBeNull();
  });

  it('is not sent while a condition has no value that fits', () => {
    const condition = { field: 'properties.seats', operator: 'gt', value: 'many' };
    expect(filterOf({ match: 'and', conditions: [condition] }, properties)).toBeUndefined();
    expect(filterOf({ match: 'and', conditions: [] }, properties)).toBeUndefined();
  });
});
