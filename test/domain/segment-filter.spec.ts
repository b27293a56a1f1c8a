import { noContactFields } from '../../src/domain/shared/contact-fields.js';
import { filterProblem } from '../../src/domain/segment/check-filter.js';
import type { Named } from '../../src/domain/segment/fields.js';
import type { SegmentFilter } from '../../src/domain/segment/filter.js';
import { judgeOf } from '../../src/domain/segment/judge.js';
import type { Filtered } from '../../src/domain/segment/subject.js';

const ann: Filtered = {
  email: 'Ann.Lee@Example.com',
  ...noContactFields,
  firstName: 'Änn',
  unsubscribed: false,
  properties: { city: 'Ulm', orders: 3, renewal: '2026-03-12' },
  topics: { said: 'opt_out' },
  segments: { added: '2026-01-01T00:00:00.000Z' },
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-02-02T03:04:05.000Z',
  joinedBy: 'form',
  forms: { '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3caa': '2026-03-05T03:04:05.000Z' },
  imports: {},
  activity: {
    delivered: '2026-03-02T03:04:05.000Z',
    opened: '2026-03-04T03:04:05.000Z',
    links: [
      { url: 'https://Example.com/pricing?from=mail', at: '2026-02-20T03:04:05.000Z' },
      { url: 'https://example.com/blog', at: '2026-03-04T03:04:05.000Z' },
    ],
  },
};
const rule = (field: string, operator: string, value?: unknown) =>
  ({ type: 'rule', field, operator, ...(value === undefined ? {} : { value }) }) as SegmentFilter;
const clickedWithin = (filter: SegmentFilter, days: number | undefined) =>
  (days === undefined ? filter : { ...filter, within_days: days }) as SegmentFilter;
const all = (...rules: readonly SegmentFilter[]): SegmentFilter => ({ type: 'and', rules });
const some = (...rules: readonly SegmentFilter[]): SegmentFilter => ({ type: 'or', rules });
const not = (inner: SegmentFilter): SegmentFilter => ({ type: 'not', rule: inner });
const named: Named = {
  topicDefaults: new Map([
    ['silent', 'opt_in'],
    ['said', 'opt_in'],
  ]),
  segments: new Map<string, SegmentFilter | 'list' | 'erased'>([
    ['added', 'list'],
    ['other', 'list'],
    ['erased', 'erased'],
    ['found', rule('properties.city', 'eq', 'ulm')],
    ['not-found', rule('properties.city', 'eq', 'bonn')],
    ['itself', rule('segment:itself', 'eq', true)],
    ['one', all(rule('email', 'exists'), rule('segment:two', 'eq', true))],
    ['two', some(rule('email', 'exists'), rule('segment:three', 'neq', true))],
    ['three', not(rule('segment:one', 'eq', false))],
    ['broken', rule('properties.gone', 'exists')],
  ]),
  propertyTypes: new Map([
    ['city', 'string'],
    ['orders', 'number'],
    ['nothing', 'number'],
    ['renewal', 'string'],
  ]),
};
const nowMs = Date.parse('2026-03-10T12:00:00.000Z');
const finds = (filter: SegmentFilter, contact = ann) => judgeOf(filter, named, nowMs).finds(contact);

describe('a filter of contacts', () => {
  it('says which activity is to be looked up, also for the segments that it names', () => {
    const quiet = not(rule('activity.delivered', 'exists'));
    const filter = some(
      rule('activity.bounced', 'exists'),
      rule('segment:quiet', 'eq', true),
      rule('segment:itself', 'eq', true),
    );
    const segments = new Map([...named.segments, ['quiet', quiet] as const]);
    expect([...judgeOf(filter, { ...named, segments }, nowMs).asked]).toEqual(['delivered', 'bounced']);
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
    ['properties.nothing', 'lt', 5, false],
    ['properties.city', 'gte', 'ulm', true],
    ['created_at', 'lt', '2026-01-03', true],
    ['created_at', 'gte', '2026-01-02T03:04:05Z', true],
    ['created_at', 'eq', '2026-01-02', true],
    ['created_at', 'neq', '2026-01-02', false],
    ['created_at', 'lte', '2026-01-02', true],
    ['created_at', 'gt', '2026-01-02', false],
    ['created_at', 'gt', '2026-01-01', true],
    ['created_at', 'lt', '2026-01-02', false],
    ['created_at', 'gte', '2026-01-02', true],
    ['created_at', 'eq', '2026-01-02 03:04:05.000000+00', true],
    ['created_at', 'lt', '2026-01-02T05:04:06+02:00', true],
    ['created_at', 'in_last_days', 68, true],
    ['created_at', 'in_last_days', 67, false],
    ['created_at', 'more_than_days_ago', 67, true],
    ['created_at', 'more_than_days_ago', 68, false],
    ['activity.delivered', 'in_last_days', 9, true],
    ['activity.bounced', 'more_than_days_ago', 1, false],
    ['properties.renewal', 'in_next_days', 2, true],
    ['properties.renewal', 'in_next_days', 1, false],
    ['properties.renewal', 'in_last_days', 3, false],
    ['properties.city', 'in_last_days', 3, false],
    ['activity.delivered', 'lt', '2026-04-01', true],
    ['activity.delivered', 'gte', '2026-04-01', false],
    ['activity.bounced', 'lt', '2026-04-01', false],
    ['activity.opened', 'in_last_days', 7, true],
    ['activity.opened', 'in_last_days', 6, false],
    ['activity.clicked', 'is_empty', undefined, true],
    ['joined_by', 'eq', 'form', true],
    ['joined_by', 'neq', 'import', true],
    ['form:019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3caa', 'in_last_days', 6, true],
    ['form:019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3caa', 'in_last_days', 5, false],
    ['form:019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3c00', 'exists', undefined, false],
    ['import:019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3c00', 'exists', undefined, false],
    ['topic:said', 'eq', 'opt_out', true],
    ['topic:silent', 'eq', true, true],
    ['topic:silent', 'neq', false, true],
    ['segment:added', 'eq', true, true],
    ['segment:other', 'eq', true, false],
    ['segment:found', 'eq', true, true],
    ['segment:found', 'eq', false, false],
    ['segment:not-found', 'neq', true, true],
  ])('compares %s %s %p: %p', (field, operator, value, expected) => {
    expect(finds(rule(field, operator, value))).toBe(expected);
  });

  it.each([
    ['contains', '/pricing', undefined, true],
    ['contains', '/pricing', 20, true],
    ['contains', '/pricing', 10, false],
    ['starts_with', 'https://example.com/BLOG', 10, true],
    ['ends_with', '/shop', undefined, false],
    ['eq', 'https://example.com/blog', undefined, true],
    ['eq', 'https://example.com', undefined, false],
    ['neq', 'https://example.com/blog', undefined, false],
    ['neq', 'https://example.com/blog', 3, true],
    ['eq', null, undefined, false],
    ['neq', null, undefined, true],
    ['exists', undefined, 7, true],
    ['exists', undefined, 3, false],
    ['is_empty', undefined, 3, true],
  ])('finds who followed a link: %s %p within %p days: %p', (operator, value, days, expected) => {
    const filter = clickedWithin(rule('activity.clicked_link', operator, value), days);
    expect(finds(filter)).toBe(expected);
    expect(finds(not(filter))).toBe(!expected);
  });

  it('asks whether there is a value', () => {
    expect(['city', 'nothing'].map((key) => finds(rule(`properties.${key}`, 'exists')))).toEqual([true, false]);
    expect(['city', 'nothing'].map((key) => finds(rule(`properties.${key}`, 'is_empty')))).toEqual([false, true]);
  });

  it('joins rules by and, or and not', () => {
    const [yes, no] = [rule('email', 'contains', 'lee'), rule('email', 'contains', 'bo')];
    expect(finds(all(yes, not(no)))).toBe(true);
    expect(finds(all(yes, no))).toBe(false);
    expect(finds(some(no, yes))).toBe(true);
  });

  it('counts today among the last and the next days, where a day is what is compared', () => {
    const renewing = (renewal: string) => ({ ...ann, properties: { renewal } });
    const found = (operator: string, days: number, renewal: string) =>
      finds(rule('properties.renewal', operator, days), renewing(renewal));
    expect([found('in_last_days', 1, '2026-03-10'), found('in_next_days', 1, '2026-03-10')]).toEqual([true, true]);
    expect([found('in_last_days', 2, '2026-03-08'), found('in_last_days', 2, '2026-03-07')]).toEqual([true, false]);
    expect([found('more_than_days_ago', 2, '2026-03-08'), found('more_than_days_ago', 2, '2026-03-07')]).toEqual([
      false,
      true,
    ]);
  });
});

describe('a rule that cannot be judged', () => {
  const unjudged: readonly (readonly [string, SegmentFilter])[] = [
    ['a segment that is gone', rule('segment:gone', 'eq', true)],
    ['not in a segment that is gone', rule('segment:gone', 'eq', false)],
    ['another than a segment that is gone', rule('segment:gone', 'neq', true)],
    ['a segment whose filter was erased', rule('segment:erased', 'eq', false)],
    ['a topic that is gone', rule('topic:gone', 'neq', 'opt_in')],
    ['a property that is gone', rule('properties.gone', 'is_empty')],
    ['a property of no team', rule('properties.constructor', 'exists')],
    ['a number as a text', rule('properties.orders', 'neq', '3')],
    ['a text as a number', rule('properties.city', 'neq', 3)],
    ['a time that is none', rule('created_at', 'neq', 'yesterday')],
    ['a day in no calendar', rule('created_at', 'gt', '2026-02-30')],
    ['days of a text', rule('email', 'in_last_days', 3)],
    ['a way to join that is none', rule('joined_by', 'eq', 'fax')],
    ['days of clicks where none are asked for', clickedWithin(rule('email', 'contains', 'lee'), 3)],
    ['a link that is greater', rule('activity.clicked_link', 'gt', 'a')],
    ['a word for yes', rule('unsubscribed', 'neq', 'yes')],
    ['a segment that names itself', rule('segment:itself', 'eq', false)],
    ['segments that name one another', rule('segment:two', 'eq', false)],
    ['a segment with such a rule', rule('segment:broken', 'neq', true)],
  ];
  const yes = rule('email', 'exists');

  it.each(unjudged)('finds no contact, under whatever `not`, and is said when it is written: %s', (_what, gone) => {
    for (const filter of [
      gone,
      not(gone),
      not(not(gone)),
      all(yes, gone),
      all(yes, not(gone)),
      not(all(not(yes), gone)),
      not(some(not(yes), gone)),
      not(all(yes, not(some(gone)))),
    ]) {
      expect(finds(filter)).toBe(false);
      expect(judgeOf(filter, named, nowMs).findsNobody).toBe(true);
      expect(filterProblem(filter, named)).toBeDefined();
    }
    expect(finds(some(gone, yes))).toBe(true);
  });

  it('is named by its place', () => {
    const problemOf = (filter: SegmentFilter, ownId?: string) => filterProblem(filter, named, ownId);
    expect(problemOf(all(yes, not(rule('properties.gone', 'exists'))))?.path).toBe('filter.rules[1].rule.field');
    expect(problemOf(rule('properties.orders', 'contains', '3'))?.path).toBe('filter.operator');
    expect(problemOf(rule('properties.orders', 'eq', '3'))?.path).toBe('filter.value');
    expect(problemOf(rule('segment:found', 'eq', true), 'found')?.problem).toMatch(/leads back to this segment/);
    expect(problemOf(all(yes, rule('segment:three', 'eq', true)), 'two')?.problem).toMatch(/leads back|names itself/);
    expect(problemOf(rule('segment:found', 'eq', true), 'other')).toBeUndefined();
  });
});

describe('the cost of a filter', () => {
  const wide = (names: readonly string[]) => some(...names.map((id) => rule(`segment:${id}`, 'eq', true)));
  const layers = (count: number): Named => {
    const idsOf = (layer: number) => Array.from({ length: 8 }, (_none, at) => `${layer}-${at}`);
    const filters = Array.from({ length: count }, (_none, layer) =>
      idsOf(layer).map((id) => {
        const inner = layer + 1 < count ? wide(idsOf(layer + 1)) : rule('email', 'contains', 'zz');
        return [id, inner] as const;
      }),
    );
    return { ...named, segments: new Map(filters.flat()) };
  };

  it('judges a segment once for each contact, however many lead to it', () => {
    const deep = layers(8);
    const judge = judgeOf(wide(['0-0']), deep, nowMs);
    expect(judge.rules).toBe(1 + 7 * 8 * 8 - 7 * 8 + 8);
    expect(judge.finds(ann)).toBe(false);
    expect(filterProblem(wide(['0-0']), deep)).toBeUndefined();
  });

  it('is refused above 500 rules, and such a filter finds no contact', () => {
    const deep = layers(10);
    expect(filterProblem(wide(['0-0']), deep)?.problem).toMatch(/more than 500 rules/);
    expect(judgeOf(not(wide(['0-0'])), deep, nowMs).findsNobody).toBe(true);
  });
});
