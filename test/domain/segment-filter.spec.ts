import { activitiesIn } from '../../src/domain/segment/activity.js';
import type { SegmentFilter } from '../../src/domain/segment/filter.js';
import { type Filtered, matches, type Named } from '../../src/domain/segment/matches.js';

const ann: Filtered = {
  email: 'Ann.Lee@Example.com',
  firstName: 'Änn',
  lastName: null,
  unsubscribed: false,
  properties: { city: 'Ulm', orders: 3 },
  topics: { said: 'opt_out' },
  segments: { added: '2026-01-01T00:00:00.000Z' },
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-02-02T03:04:05.000Z',
  activity: { delivered: '2026-03-02T03:04:05.000Z' },
};
const rule = (field: string, operator: string, value?: unknown) =>
  ({ type: 'rule', field, operator, ...(value === undefined ? {} : { value }) }) as SegmentFilter;
const named: Named = {
  topicDefaults: new Map([
    ['silent', 'opt_in'],
    ['said', 'opt_in'],
  ]),
  segmentFilters: new Map([
    ['found', rule('properties.city', 'eq', 'ulm')],
    ['itself', rule('segment:itself', 'eq', true)],
  ]),
};
const finds = (filter: SegmentFilter) => matches(filter, ann, named);

describe('a filter of contacts', () => {
  it('says which activity is to be looked up, also for the segments that it names', () => {
    const filters = new Map<string, SegmentFilter>([
      ['quiet', { type: 'not', rule: rule('activity.delivered', 'exists') }],
      ['itself', rule('segment:itself', 'eq', true)],
    ]);
    const filter: SegmentFilter = {
      type: 'or',
      rules: [
        rule('activity.bounced', 'exists'),
        rule('segment:quiet', 'eq', true),
        rule('segment:itself', 'eq', true),
      ],
    };
    expect([...activitiesIn(filter, filters)]).toEqual(['bounced', 'delivered']);
    expect(activitiesIn(rule('properties.activity', 'exists'), filters).size).toBe(0);
  });

  it.each([
    ['email', 'eq', 'ann.lee@example.com', true],
    ['email', 'ends_with', '@EXAMPLE.com', true],
    ['email', 'starts_with', 'bo', false],
    ['email', 'contains', 'lee', true],
    ['first_name', 'eq', 'änn'.normalize('NFD'), true],
    ['first_name', 'neq', 'Bo', true],
    ['last_name', 'eq', null, true],
    ['last_name', 'neq', 'Lee', true],
    ['last_name', 'gt', 'a', false],
    ['unsubscribed', 'eq', false, true],
    ['properties.orders', 'gte', 3, true],
    ['properties.orders', 'gt', 3, false],
    ['properties.orders', 'lt', 'many', false],
    ['properties.nothing', 'lt', 5, false],
    ['properties.city', 'gte', 'ulm', true],
    ['created_at', 'lt', '2026-01-03', true],
    ['created_at', 'gte', '2026-01-02T03:04:05Z', true],
    ['updated_at', 'lte', 'no time', false],
    ['activity.delivered', 'lt', '2026-04-01', true],
    ['activity.delivered', 'gte', '2026-04-01', false],
    ['activity.bounced', 'lt', '2026-04-01', false],
    ['topic:said', 'eq', 'opt_out', true],
    ['topic:silent', 'eq', true, true],
    ['topic:gone', 'eq', 'opt_in', false],
    ['segment:added', 'eq', true, true],
    ['segment:other', 'eq', true, false],
    ['segment:found', 'eq', true, true],
    ['segment:itself', 'eq', true, false],
  ])('compares %s %s %p: %p', (field, operator, value, expected) => {
    expect(finds(rule(field, operator, value))).toBe(expected);
  });

  it('asks whether there is a value', () => {
    expect(['city', 'nothing'].map((key) => finds(rule(`properties.${key}`, 'exists')))).toEqual([true, false]);
    expect(['city', 'nothing'].map((key) => finds(rule(`properties.${key}`, 'is_empty')))).toEqual([false, true]);
  });

  it('joins rules by and, or and not', () => {
    const [yes, no] = [rule('email', 'contains', 'lee'), rule('email', 'contains', 'bo')];
    expect(finds({ type: 'and', rules: [yes, { type: 'not', rule: no }] })).toBe(true);
    expect(finds({ type: 'and', rules: [yes, no] })).toBe(false);
    expect(finds({ type: 'or', rules: [no, yes] })).toBe(true);
  });
});
