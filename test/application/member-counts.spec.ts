import { jest } from '@jest/globals';
import { countMembers, countSubscribers } from '../../src/application/contact/count-members.js';
import { countFiltered } from '../../src/application/contact/count-filtered.js';
import { keptFigures } from '../../src/application/shared/kept-figures.js';
import type { SegmentFilter } from '../../src/domain/segment/filter.js';
import { noContactFields } from '../../src/domain/shared/contact-fields.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { lowestIdAt } from '../../src/domain/shared/uuid-time.js';
import { SqliteReadStore } from '../../src/infrastructure/read-store/sqlite-read-store.js';
import { contactTokens } from '../../src/projections/contacts/contact-tokens.js';
import { contactsProjection } from '../../src/projections/contacts/contacts.projection.js';
import { segmentsProjection } from '../../src/projections/segments/segments.projection.js';
import { topicsProjection } from '../../src/projections/topics/topics.projection.js';

const position = '000001' as Position;
const ownWrites = { note: () => undefined, settled: async () => undefined };
const startMs = Date.parse('2026-03-02T10:00:00.000Z');
const idOf = (index: number) => lowestIdAt(startMs + index * 1_000);
const [listed, filtered, gone, news, offers] = [9_001, 9_002, 9_003, 9_004, 9_005].map((at) => idOf(at * 1_000)) as [
  string,
  string,
  string,
  string,
  string,
];
const age: SegmentFilter = { type: 'rule', field: 'first_name', operator: 'starts_with', value: 'old' };
const dear: SegmentFilter = { type: 'or', rules: Array.from({ length: 50 }, () => age) };
const dearIds = Array.from({ length: 9 }, (_, index) => idOf((8_000 + index) * 1_000));
/** With 460 rules in all, one answer looks at 2,173 contacts. */
const manyRules: SegmentFilter = {
  type: 'or',
  rules: [
    age,
    ...dearIds.map((id) => ({ type: 'rule', field: `segment:${id}`, operator: 'eq', value: true }) as const),
  ],
};
/** More than that; the older half has another name. */
const contacts = 4_200;
const inSegment = 400;

const topicsOf = (index: number): Readonly<Record<string, 'opt_in' | 'opt_out'>> =>
  index % 2 === 0 ? { [news]: 'opt_in' } : { [offers]: 'opt_out' };

/** All of team a. */
async function storeOf(number: number) {
  const readStore = SqliteReadStore.open(':memory:');
  const put = (id: string, document: object) => ({ id, position, document: { id, teamId: 'a', ...document } });
  const stored = Array.from({ length: number }, (_, index) => {
    const found = {
      ...noContactFields,
      firstName: index < number / 2 ? 'Old' : 'New',
      email: `${index}@example.com`,
      properties: {},
      unsubscribed: index % 4 === 3,
      topics: topicsOf(index),
      segments: index < inSegment ? { [listed]: 'then' } : {},
      forms: {},
      imports: {},
    } as const;
    const shown = { isSubscribed: found.unsubscribed ? 0 : 1, createdAt: '', updatedAt: '' };
    return put(idOf(index), { ...found, ...shown, tokens: contactTokens(found) });
  });
  await readStore.apply(contactsProjection, stored, position);
  const segment = { name: 'x', createdAt: '' };
  await readStore.apply(
    segmentsProjection,
    [
      put(listed, { ...segment, filter: null, isFiltered: false }),
      put(filtered, { ...segment, filter: manyRules, isFiltered: true }),
      ...dearIds.map((id) => put(id, { ...segment, filter: dear, isFiltered: true })),
      put(gone, { ...segment, filter: null, isFiltered: true }),
    ],
    position,
  );
  await readStore.apply(
    topicsProjection,
    [put(news, { defaultSubscription: 'opt_out' }), put(offers, { defaultSubscription: 'opt_in' })],
    position,
  );
  const clock = { now: () => startMs, settledNow: () => startMs, monotonicMs: () => performance.now() };
  return { readStore, ownWrites, clock };
}

describe('the figures of an audience', () => {
  let ports: Awaited<ReturnType<typeof storeOf>>;
  beforeAll(async () => {
    ports = await storeOf(contacts);
  });
  afterAll(() => ports.readStore.close());

  it('count the members of segments: added ones exactly, those of a filter by a sample of all ages', async () => {
    const { figures } = await countMembers(ports, { teamId: 'a', ids: [listed, gone, idOf(1), filtered] });
    expect(figures.get(listed)).toEqual({ members: inSegment, isExact: true });
    expect(figures.get(gone)).toEqual({ members: 0, isExact: true });
    // The newest that are looked at alone would say 140.
    expect(figures.get(filtered)).toEqual({ members: expect.any(Number), isExact: false });
    expect(Math.abs((figures.get(filtered)?.members ?? 0) - contacts / 2)).toBeLessThan(200);
    expect(figures.size).toBe(3);
    expect((await countMembers(ports, { teamId: 'b', ids: [filtered, listed] })).figures.size).toBe(0);
  });

  it('count exactly where one answer may look at all, also of few that an index finds among many', async () => {
    const rules: SegmentFilter[] = [{ type: 'rule', field: `segment:${listed}`, operator: 'eq', value: true }, age];
    expect(await countFiltered(ports, { teamId: 'a', filter: { type: 'and', rules } })).toMatchObject({
      ...{ count: inSegment, isExact: true },
      sample: expect.arrayContaining([expect.objectContaining({ id: idOf(inSegment - 1) })]),
    });
    // What an index finds in more than one answer looks at is estimated, and not walked through before.
    const opened: SegmentFilter = { type: 'rule', field: 'activity.opened', operator: 'exists' };
    const toNews: SegmentFilter = { type: 'rule', field: `topic:${news}`, operator: 'eq', value: 'opt_in' };
    const list = jest.spyOn(ports.readStore, 'list');
    const estimate = await countFiltered(ports, { teamId: 'a', filter: { type: 'and', rules: [toNews, opened] } });
    const looked = list.mock.calls.filter(([shape]) => shape.name === contactsProjection.name).length;
    list.mockRestore();
    expect(estimate).toMatchObject({ count: 0, isExact: false, looked: 800 });
    // Nothing was found among 800 of 4,200: 16 may be there.
    expect([estimate.margin, looked]).toEqual([16, 40]);
    // 311 that begin with a 4 came together, in three places: each is one look at many alike, and not many looks.
    const four: SegmentFilter = { type: 'rule', field: 'email', operator: 'starts_with', value: '4' };
    const together = await countFiltered(ports, { teamId: 'a', filter: { type: 'or', rules: [four, opened] } });
    expect(together).toMatchObject({ isExact: false, looked: 800, margin: 234 });
    expect(Math.abs(together.count - 311)).toBeLessThanOrEqual(together.margin);
    const few = await storeOf(50);
    expect(await countFiltered(few, { teamId: 'a', filter: age })).toMatchObject({ count: 25, isExact: true });
    expect(await countFiltered(few, { teamId: 'b', filter: age })).toMatchObject({ count: 0, isExact: true });
    await few.readStore.close();
  });

  it('count subscribers by choice or default, without those who left all marketing', async () => {
    const { figures } = await countSubscribers(ports, { teamId: 'a', ids: [news, offers] });
    // Every second one said yes to news, none of them left; of offers every second one said no, half of them left.
    expect(figures.get(news)).toBe(contacts / 2);
    expect(figures.get(offers)).toBe(contacts / 2);
    expect((await countSubscribers(ports, { teamId: 'b', ids: [news] })).figures.size).toBe(0);
  });
});

describe('figures that take long', () => {
  it('are counted as far as one answer may, and kept for as long as counting took them', async () => {
    let nowMs = 0;
    const counted: string[] = [];
    const ports = {
      readStore: new Proxy({}, {}) as never,
      clock: { now: () => nowMs, monotonicMs: () => nowMs } as never,
    };
    const figures = keptFigures<string>();
    const ask = () =>
      figures(ports, ['a', 'b', 'c'], async (key) => {
        counted.push(key);
        nowMs += 30;
        return key.toUpperCase();
      });
    expect(await ask()).toEqual({
      figures: new Map([
        ['a', 'A'],
        ['b', 'B'],
      ]),
      hasMore: true,
    });
    expect(await ask()).toMatchObject({ hasMore: false });
    expect(counted).toEqual(['a', 'b', 'c']);
    nowMs = 3_029;
    await ask();
    expect(counted).toEqual(['a', 'b', 'c']);
    nowMs = 3_031;
    await ask();
    expect(counted.slice(3)).toEqual(['a', 'b']);
  });
});
