import type { DocumentShape, ListQuery } from '../../src/application/ports/read-store.js';
import { allOfTeam } from '../../src/application/shared/all-of-team.js';
import { charactersOfPage, listPage } from '../../src/application/shared/list-page.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { lowestIdAt } from '../../src/domain/shared/uuid-time.js';
import { SqliteReadStore } from '../../src/infrastructure/read-store/sqlite-read-store.js';

const shape = {
  name: 'letters',
  version: 1,
  fields: { teamId: 'text', size: 'integer' },
  indexes: [
    ['teamId', 'id'],
    ['teamId', 'size', 'id'],
  ],
  search: { within: 'teamId', tokens: 'words' },
} as const;
const idAt = (index: number) => lowestIdAt(Date.parse('2026-03-02T10:00:00.000Z') + index * 1_000);

describe('a page of documents that are large', () => {
  const letters = 500;
  const largest = 100_000;
  // Each has the word, so a search for it is a walk.
  const store = SqliteReadStore.open(':memory:', { fewDocuments: 10 });
  /** Documents of each step. */
  const read: number[] = [];
  const readStore = {
    get: store.get.bind(store),
    count: store.count.bind(store),
    async list<Document extends object>(listed: DocumentShape<Document>, query: ListQuery) {
      const page = await store.list(listed, query);
      read.push(page.documents.length);
      return page;
    },
  };
  beforeAll(async () => {
    const changes = Array.from({ length: letters }, (_, index) => {
      const words = ['letter'];
      const document = { id: idAt(index), teamId: 't', size: index, words, text: 'x'.repeat(largest) };
      return { id: document.id, position: '000001' as Position, document };
    });
    await store.apply(shape, changes, '000001' as Position);
  });
  afterAll(() => store.close());
  beforeEach(() => {
    read.length = 0;
  });
  type Letter = { readonly id: string; readonly text: string };
  const list = async (page: object, how: { readonly orderBy?: string; readonly prefixes?: readonly string[] } = {}) => {
    const definition = { shape, teamId: 't', equals: { teamId: 't' }, orderBy: 'id', ...how };
    const found = await listPage<Letter>(readStore, definition, page);
    if ('refused' in found) throw new Error(found.refused);
    return found;
  };

  it('without a limit ends where it is large enough, and goes on from there to the last', async () => {
    const ids: string[] = [];
    for (let page = {}; ; ) {
      const { documents, hasMore } = await list(page);
      const characters = documents.reduce((sum, { text }) => sum + text.length, 0);
      expect(characters).toBeLessThanOrEqual(charactersOfPage + 1_000_000);
      expect(Math.max(...read)).toBeLessThanOrEqual(10);
      ids.push(...documents.map(({ id }) => id));
      if (!hasMore) break;
      page = { after: documents.at(-1)?.id };
    }
    expect(ids).toEqual(Array.from({ length: letters }, (_, index) => idAt(letters - 1 - index)));
  });

  it('towards newer ones likewise', async () => {
    const { documents, hasMore } = await list({ before: idAt(0), limit: 400 });
    expect(hasMore).toBe(true);
    expect(documents.at(-1)?.id).toBe(idAt(1));
    expect(documents.length).toBeLessThan(100);
  });

  it.each([
    { name: 'listed', how: {} },
    { name: 'by a field', how: { orderBy: 'size' } },
    { name: 'searched', how: { prefixes: ['let'] } },
  ])('is whole where it asks for a hundred, and read in steps, $name', async ({ how }) => {
    const { documents, hasMore, walkedTo } = await list({ limit: 100 }, how);
    expect(documents).toHaveLength(100);
    expect({ hasMore, walkedTo }).toEqual({ hasMore: true });
    expect(Math.max(...read)).toBeLessThanOrEqual(10);
  });

  it('hides none where all of a team are looked through', async () => {
    const ownWrites = { note: () => undefined, settled: async () => undefined };
    // Its shape is all that is read of a projection.
    const all = await allOfTeam({ readStore: { ...store, ...readStore } as never, ownWrites }, shape as never, 't');
    expect(all).toHaveLength(letters);
  });
});
