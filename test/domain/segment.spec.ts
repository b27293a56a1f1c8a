import { readFilter, type SegmentFilter } from '../../src/domain/segment/filter.js';
import { segment, type SegmentCommand, type SegmentEvent } from '../../src/domain/segment/segment.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { specOf } from '../support/decider-spec.js';

const rule = { type: 'rule', field: 'email', operator: 'ends_with', value: '@example.com' } as const;
const filteredBy = (filter: SegmentFilter, row = 'row') => ({
  filter: plain(kidOf(row, 0), filter),
  addressHashes: ['h'],
});
const list = { teamId: 'a', name: 'Testers', filter: null, addressHashes: [] };
const found = { teamId: 'a', name: 'Staff', ...filteredBy(rule) };
const createdList: SegmentEvent = { type: 'SegmentCreated', data: list };
const createdFound: SegmentEvent = { type: 'SegmentCreated', data: found };
const deleted: SegmentEvent = { type: 'SegmentDeleted', data: {} };
const change = (changes: Omit<Extract<SegmentCommand, { type: 'ChangeSegment' }>, 'type' | 'teamId'>, teamId = 'a') =>
  ({ type: 'ChangeSegment', teamId, ...changes }) as const;
const remove = { type: 'DeleteSegment', teamId: 'a' } as const;

describe('a segment', () => {
  const { given } = specOf(segment);

  it('is created as a list, or with a filter', () => {
    given().when({ type: 'CreateSegment', segment: list }).then(createdList);
    given().when({ type: 'CreateSegment', segment: found }).then(createdFound);
  });

  it('gets another name, and keeps its filter', () => {
    given(createdFound)
      .when(change({ name: 'Staff' }))
      .thenNothing();
    const { filter, addressHashes } = found;
    given(createdFound)
      .when(change({ name: 'Team' }))
      .then({ type: 'SegmentChanged', data: { name: 'Team', filter, addressHashes } });
  });

  it('gets another filter where it says something else, under whatever key', () => {
    given(createdFound)
      .when(change({ filtered: filteredBy(rule, 'other') }))
      .thenNothing();
    const filtered = filteredBy({ ...rule, value: '@example.net' }, 'other');
    given(createdFound)
      .when(change({ filtered }))
      .then({ type: 'SegmentChanged', data: { name: 'Staff', ...filtered } });
  });

  it('gets its filter again once it was erased, whatever it says', () => {
    const erased: SegmentEvent = {
      type: 'SegmentCreated',
      data: { ...found, filter: { kid: kidOf('row', 0), erased: true } },
    };
    const filtered = filteredBy(rule, 'other');
    given(erased)
      .when(change({ filtered }))
      .then({ type: 'SegmentChanged', data: { name: 'Staff', ...filtered } });
  });

  it('never becomes one with a filter where contacts are added', () => {
    given(createdList)
      .when(change({ filtered: filteredBy(rule) }))
      .thenRefused('no-filter');
  });

  it('is deleted once, and is as one that does not exist to another team', () => {
    given(createdList).when(remove).then(deleted);
    given(createdList, deleted).when(remove).thenRefused('not-found');
    given(createdList, deleted)
      .when(change({ name: 'x' }))
      .thenRefused('not-found');
    given(createdList)
      .when(change({ name: 'x' }, 'b'))
      .thenRefused('not-found');
    given()
      .when({ ...remove, teamId: 'b' })
      .thenRefused('not-found');
  });
});

describe('the filter of a segment', () => {
  const pathOf = (value: unknown) => {
    const read = readFilter(value);
    return 'problem' in read ? read.path : undefined;
  };
  const problemOf = (value: unknown) => {
    const read = readFilter(value);
    return 'problem' in read ? read.problem : undefined;
  };
  const all = (...rules: readonly unknown[]) => ({ type: 'and', rules });

  it('is a rule, all or one of several, or none that a filter finds', () => {
    const topicRule = { type: 'rule', field: `topic:${'0'.repeat(36)}`, operator: 'eq', value: 'opt_in' };
    const exists = { type: 'rule', field: 'properties.city', operator: 'exists' };
    const ordered = { type: 'rule', field: 'properties.orders', operator: 'gte', value: 3 };
    for (const filter of [
      rule,
      all(rule, { type: 'or', rules: [topicRule, exists] }),
      { type: 'not', rule: ordered },
    ]) {
      expect(readFilter(filter)).toEqual({ filter });
    }
  });

  it('keeps only what it knows', () => {
    expect(readFilter({ ...rule, other: 1 })).toEqual({ filter: rule });
    expect(readFilter({ ...all({ ...rule, other: 1 }), other: 1 })).toEqual({ filter: all(rule) });
  });

  it('says where it is wrong', () => {
    expect([pathOf('x'), pathOf(null), pathOf([rule])]).toEqual(['filter', 'filter', 'filter']);
    expect(pathOf({ type: 'xor', rules: [rule] })).toBe('filter.type');
    expect(pathOf(all())).toBe('filter.rules');
    expect(pathOf({ type: 'or', rules: rule })).toBe('filter.rules');
    expect(pathOf({ type: 'not' })).toBe('filter.rule');
    expect(pathOf({ ...rule, field: 'age' })).toBe('filter.field');
    expect(pathOf({ ...rule, operator: 'like' })).toBe('filter.operator');
    expect(pathOf({ ...rule, value: 3 })).toBe('filter.value');
    expect(pathOf(all(rule, { type: 'not', rule: { ...rule, value: '' } }))).toBe('filter.rules[1].rule.value');
    expect(pathOf(all({ ...rule, field: 'x' }, { ...rule, operator: 'x' }))).toBe('filter.rules[0].field');
  });

  it('takes values that its operator compares', () => {
    const withValue = (operator: string, value: unknown) => pathOf({ ...rule, operator, value });
    const values = ['a', 3, true, null];
    expect(values.map((value) => withValue('eq', value))).toEqual(values.map(() => undefined));
    expect(values.map((value) => withValue('gt', value) === undefined)).toEqual([true, true, false, false]);
    expect(values.map((value) => withValue('contains', value) === undefined)).toEqual([true, false, false, false]);
    expect(withValue('eq', 'a'.repeat(2_001))).toBe('filter.value');
  });

  it('is nested five deep, and no deeper', () => {
    const nested = (levels: number): unknown => (levels === 1 ? rule : { type: 'not', rule: nested(levels - 1) });
    expect(pathOf(nested(5))).toBeUndefined();
    expect(pathOf(nested(6))).toBe(`filter${'.rule'.repeat(5)}`);
    expect(problemOf(nested(6))).toBe('Filters are nested at most 5 deep.');
  });

  it('has fifty rules, and no more', () => {
    const rules = (count: number) => Array.from({ length: count }, () => rule);
    expect(pathOf(all(all(...rules(25)), all(...rules(25))))).toBeUndefined();
    expect(pathOf(all(all(...rules(25)), all(...rules(26))))).toBe('filter.rules[1].rules[25]');
    expect(problemOf(all(...rules(51)))).toBe('A filter has at most 50 rules.');
  });
});
