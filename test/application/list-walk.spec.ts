import type { DocumentShape, ListQuery } from '../../src/application/ports/read-store.js';
import { listPage } from '../../src/application/shared/list-page.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { lowestIdAt } from '../../src/domain/shared/uuid-time.js';
import { SqliteReadStore } from '../../src/infrastructure/read-store/sqlite-read-store.js';

const shape = {
  name: 'letters',
  version: 1,
  fields: { teamId: 'text', size: 'integer' },
  indexes: [['teamId', 'id']],
  search: { within: 'teamId', tokens: 'words' },
} as const;
const mails = 25_000;
const startMs = Date.parse('2026-03-02T10:00:00.000Z');
const idAt = (index: number) => lowestIdAt(startMs + index * 1_000);

describe('a search that finds little', () => {
  const store = SqliteReadStore.open(':memory:');
  const steps: number[] = [];
  const readStore = {
    get: store.get.bind(store),
    count: store.count.bind(store),
    async list<Document extends object>(listed: DocumentShape<Document>, query: ListQuery) {
      steps.push(query.mostRows ?? Number.POSITIVE_INFINITY);
      return store.list(listed, query);
    },
  };
  beforeAll(async () => {
    const changes = Array.from({ length: mails }, (_, index) => {
      const words = index === 3 ? ['even', 'odd'] : [index % 2 === 0 ? 'even' : 'odd'];
      const document = { id: idAt(index), teamId: 't', size: index, words };
      return { id: document.id, position: '000001' as Position, document };
    });
    await store.apply(shape, changes, '000001' as Position);
  });
  afterAll(() => store.close());
  beforeEach(() => {
    steps.length = 0;
  });
  const search = async (page: { readonly after?: string; readonly before?: string }, prefixes = ['even', 'odd']) => {
    const definition = { shape, teamId: 't', equals: { teamId: 't' }, orderBy: 'id', prefixes };
    const found = await listPage<{ readonly id: string }>(readStore, definition, { limit: 20, ...page });
    if ('refused' in found) throw new Error(found.refused);
    return found;
  };

  it('looks back so far and no further, in steps, and goes on from where it ended', async () => {
    const first = await search({});
    const reached = { id: idAt(5_000), time: new Date(startMs + 5_000_000).toISOString() };
    expect(first).toEqual({ documents: [], hasMore: true, walkedTo: reached });
    expect(steps).toEqual(Array.from({ length: 20 }, () => 1_000));
    const second = await search({ after: reached.id });
    expect(second).toEqual({ documents: [expect.objectContaining({ id: idAt(3) })], hasMore: false });
  });

  it('counts so many and no more where an index does, and nothing in a search', async () => {
    const all = { shape, teamId: 't', equals: { teamId: 't' }, orderBy: 'id' };
    const page = { limit: 1, isCounted: true } as const;
    expect(await listPage(readStore, all, page)).toMatchObject({ total: { count: 10_000, isExact: false } });
    const range = { oldest: idAt(0), newest: idAt(99) };
    expect(await listPage(readStore, { ...all, range }, page)).toMatchObject({ total: { count: 100, isExact: true } });
    expect(await listPage(readStore, { ...all, prefixes: ['even'] }, page)).not.toHaveProperty('total');
    const unindexed = { ...all, equals: { teamId: 't', size: 7 } };
    expect(await listPage(readStore, unindexed, page)).not.toHaveProperty('total');
  });

  it('looks the other way as well', async () => {
    const newer = await search({ before: idAt(100) });
    expect(newer).toMatchObject({ documents: [], hasMore: true, walkedTo: { id: idAt(20_100) } });
  });

  it('says nothing of where it ended when it has found a page', async () => {
    const page = await search({}, ['even']);
    expect(page.documents).toHaveLength(20);
    expect(page.walkedTo).toBeUndefined();
    expect(steps).toHaveLength(1);
  });

  it('looks at fewer where there are many words to look for', async () => {
    await search({}, ['e', 'ev', 'eve', 'even', 'o', 'od', 'odd', '']);
    expect(steps).toEqual(Array.from({ length: 20 }, () => 250));
  });
});
