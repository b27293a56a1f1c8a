import { LeaseLost } from '../../src/application/ports/lease.js';
import type { DocumentShape, ListPage, ListQuery, ReadStore } from '../../src/application/ports/read-store.js';
import type { Position } from '../../src/domain/shared/recorded.js';

const mails: DocumentShape = {
  name: 'mails',
  version: 1,
  fields: { teamId: 'text', size: 'integer' },
  indexes: [['teamId', 'id'], ['teamId', 'size'], ['position']],
};

/** Found by their words, within a team. */
const letters: DocumentShape = {
  name: 'letters',
  version: 1,
  fields: { teamId: 'text', size: 'integer' },
  indexes: [['teamId', 'id']],
  search: { within: 'teamId', tokens: 'words' },
};

const at = (position: number) => String(position).padStart(20, '0') as Position;
const put = (id: string, position: number, members: object) => ({
  id,
  position: at(position),
  document: { id, ...members },
});

/** Six mails of team a (sizes with ties, positions against the ids) and one of team b. */
const sample = [
  put('m1', 9, { teamId: 'a', size: 30 }),
  put('m2', 8, { teamId: 'a', size: 10 }),
  put('m3', 7, { teamId: 'a', size: 20 }),
  put('m4', 6, { teamId: 'a', size: 20 }),
  put('m5', 5, { teamId: 'a', size: 20 }),
  put('m6', 4, { teamId: 'a', size: 40 }),
  put('x1', 3, { teamId: 'b', size: 20 }),
];

const ofTeamA = { equals: { teamId: 'a' }, limit: 100 } as const;

export interface ReadStoreTraits {
  /** Several processes write it, one at a time: each by its fence. */
  readonly fenced: boolean;
}

export function readStoreContract(
  name: string,
  open: () => Promise<ReadStore>,
  { fenced }: ReadStoreTraits = { fenced: true },
): void {
  describe(`${name} as a ReadStore`, () => {
    let store: ReadStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const ids = async (query: ListQuery) => (await store.list(mails, query)).documents.map(({ id }) => id);

    it('knows nothing at first', async () => {
      expect(await store.checkpoint(mails)).toBeUndefined();
      expect(await store.get(mails, 'm1')).toBeUndefined();
      expect(await store.getMany(mails, ['m1'])).toEqual(new Map());
      expect(await store.list(mails, { ...ofTeamA, orderBy: 'id', direction: 'asc' })).toEqual({
        documents: [],
        hasMore: false,
      });
      expect(await store.count(mails, {})).toBe(0);
    });

    it('gives documents back as they were written, with their positions', async () => {
      const document = { id: 'm1', teamId: 'a', size: 1, nested: { list: ['ä', '😀', null, 1.5, true] } };
      await store.apply(
        mails,
        [{ id: 'm1', position: at(1), document }, put('m2', 2, { teamId: 'a', size: 2 })],
        at(2),
      );
      expect(await store.get(mails, 'm1')).toEqual(document);
      const many = await store.getMany(mails, ['m2', 'm1', 'm9']);
      expect(many.size).toBe(2);
      expect(many.get('m1')).toEqual({ id: 'm1', position: at(1), document });
      expect(await store.getMany(mails, [])).toEqual(new Map());
    });

    it('keeps each version of each name apart', async () => {
      await store.apply(mails, [put('m1', 1, { teamId: 'a', size: 1 })], at(1));
      const next = { ...mails, version: 2 };
      expect(await store.get(next, 'm1')).toBeUndefined();
      expect(await store.checkpoint(next)).toBeUndefined();
      await store.apply(next, [], at(5));
      expect(await store.checkpoint(mails)).toBe(at(1));
    });

    it('replaces and removes documents', async () => {
      await store.apply(mails, sample, at(9));
      await store.apply(
        mails,
        [put('m1', 10, { teamId: 'b', size: 1 }), { id: 'm2', position: at(11), document: undefined }],
        at(11),
      );
      expect(await store.get(mails, 'm1')).toEqual({ id: 'm1', teamId: 'b', size: 1 });
      expect(await store.get(mails, 'm2')).toBeUndefined();
      expect(await store.count(mails, { teamId: 'a' })).toBe(4);
      expect(await store.count(mails, { teamId: 'b' })).toBe(2);
    });

    it('leaves a document alone when the change is not newer', async () => {
      await store.apply(mails, [put('m1', 5, { teamId: 'a', size: 5 })], at(5));
      for (const position of [4, 5]) {
        await store.apply(mails, [put('m1', position, { teamId: 'a', size: position * 100 })], at(5));
        await store.apply(mails, [{ id: 'm1', position: at(position), document: undefined }], at(5));
        expect(await store.get(mails, 'm1')).toEqual({ id: 'm1', teamId: 'a', size: 5 });
      }
    });

    it('applies all changes and the checkpoint, or nothing', async () => {
      await store.apply(mails, [put('m1', 1, { teamId: 'a', size: 1 })], at(1));
      const torn = [
        put('m1', 2, { teamId: 'a', size: 2 }),
        put('m2', 2, { teamId: 'a', size: 2 }),
        put('m3', 2, { teamId: 'a', size: 'no integer' }),
      ];
      await expect(store.apply(mails, torn, at(2))).rejects.toThrow('size');
      expect(await store.get(mails, 'm1')).toEqual({ id: 'm1', teamId: 'a', size: 1 });
      expect(await store.count(mails, {})).toBe(1);
      expect(await store.checkpoint(mails)).toBe(at(1));
    });

    it('leaves the checkpoint where it is when none is given', async () => {
      await store.apply(mails, [put('m1', 1, { teamId: 'a', size: 1 })], undefined);
      expect(await store.checkpoint(mails)).toBeUndefined();
      await store.apply(mails, [], at(1));
      await store.apply(mails, [put('m1', 2, { teamId: 'a', size: 2 })], undefined);
      expect(await store.checkpoint(mails)).toBe(at(1));
      expect(await store.get(mails, 'm1')).toMatchObject({ size: 2 });
    });

    it('brings a removed document back when it is made anew', async () => {
      await store.apply(mails, [put('m1', 1, { teamId: 'a', size: 1 })], at(1));
      await store.apply(mails, [{ id: 'm1', position: at(2), document: undefined }], at(2));
      await store.apply(mails, [put('m1', 3, { teamId: 'a', size: 3 })], at(3));
      expect(await store.get(mails, 'm1')).toEqual({ id: 'm1', teamId: 'a', size: 3 });
      expect(await store.count(mails, { teamId: 'a' })).toBe(1);
    });

    it('shows nothing of a removed document, whatever it is looked for by', async () => {
      await store.apply(mails, [put('m1', 1, { teamId: 'a', size: 1 })], at(1));
      await store.apply(mails, [{ id: 'm1', position: at(2), document: undefined }], at(2));
      expect(await store.get(mails, 'm1')).toBeUndefined();
      expect(await store.getMany(mails, ['m1'])).toEqual(new Map());
      expect(await store.count(mails, {})).toBe(0);
      for (const orderBy of ['id', 'position', 'size'])
        for (const equals of [{}, { teamId: 'a' }] as const)
          expect(await ids({ equals, orderBy, direction: 'asc', limit: 10 })).toEqual([]);
    });

    it.each([true, false, undefined])(
      'writes the same when the writer says that they were there: %s',
      async (wasStored) => {
        await store.apply(
          mails,
          [put('m1', 5, { teamId: 'a', size: 5 }), put('m2', 2, { teamId: 'a', size: 2 })],
          at(5),
        );
        await store.apply(mails, [{ id: 'm2', position: at(3), document: undefined }], at(5));
        const said = (id: string, position: number) => ({
          ...put(id, position, { teamId: 'a', size: position }),
          wasStored,
        });
        await store.apply(mails, [said('m1', 6), said('m2', 6), said('m3', 6)], at(6));
        expect((await store.getMany(mails, ['m1', 'm2', 'm3'])).size).toBe(3);
        await store.apply(mails, [said('m1', 4), said('m2', 6), said('m3', 7)], at(7));
        const sizes = (await store.list(mails, { ...ofTeamA, orderBy: 'id', direction: 'asc' })).documents;
        expect(sizes.map(({ position }) => position)).toEqual([at(6), at(6), at(7)]);
        await store.apply(mails, [{ id: 'm1', position: at(8), document: undefined, wasStored }], at(8));
        expect(await ids({ ...ofTeamA, orderBy: 'id', direction: 'asc' })).toEqual(['m2', 'm3']);
      },
    );

    it('takes the newest of several changes to one document', async () => {
      const changes = [put('m1', 2, { teamId: 'a', size: 2 }), put('m1', 1, { teamId: 'a', size: 1 })];
      await store.apply(mails, changes, at(2));
      expect(await store.get(mails, 'm1')).toMatchObject({ size: 2 });
      await store.apply(mails, [put('m2', 4, { teamId: 'a', size: 4 }), put('m2', 5, { teamId: 'a', size: 5 })], at(5));
      expect(await store.get(mails, 'm2')).toMatchObject({ size: 5 });
    });

    it('takes a checkpoint without changes', async () => {
      await store.apply(mails, [], at(7));
      expect(await store.checkpoint(mails)).toBe(at(7));
    });

    it('lists by id, by a field and by position, both ways', async () => {
      await store.apply(mails, sample, at(9));
      const up = { ...ofTeamA, direction: 'asc' } as const;
      const down = { ...ofTeamA, direction: 'desc' } as const;
      expect(await ids({ ...up, orderBy: 'id' })).toEqual(['m1', 'm2', 'm3', 'm4', 'm5', 'm6']);
      expect(await ids({ ...down, orderBy: 'id' })).toEqual(['m6', 'm5', 'm4', 'm3', 'm2', 'm1']);
      expect(await ids({ ...up, orderBy: 'size' })).toEqual(['m2', 'm3', 'm4', 'm5', 'm1', 'm6']);
      expect(await ids({ ...down, orderBy: 'size' })).toEqual(['m6', 'm1', 'm5', 'm4', 'm3', 'm2']);
      expect(await ids({ ...up, orderBy: 'position', equals: {} })).toEqual(['x1', 'm6', 'm5', 'm4', 'm3', 'm2', 'm1']);
    });

    it.each(['asc', 'desc'] as const)('pages %s through ties without a gap or a repeat', async (direction) => {
      await store.apply(mails, sample, at(9));
      for (const orderBy of ['id', 'size', 'position']) {
        const whole = await ids({ ...ofTeamA, orderBy, direction });
        for (const limit of [1, 2, 4]) {
          const walked: string[] = [];
          let after: ListQuery['after'];
          for (let hasMore = true; hasMore; ) {
            const page = await store.list(mails, {
              ...ofTeamA,
              orderBy,
              direction,
              limit,
              ...(after === undefined ? {} : { after }),
            });
            hasMore = page.hasMore;
            expect(page.documents.length).toBeLessThanOrEqual(limit);
            for (const stored of page.documents) {
              walked.push(stored.id);
              const { size } = stored.document as { size: number };
              after = { value: orderBy === 'size' ? size : stored[orderBy as 'id' | 'position'], id: stored.id };
            }
          }
          expect(walked).toEqual(whole);
        }
      }
    });

    it('goes on behind a cursor whose document is gone', async () => {
      await store.apply(mails, sample, at(9));
      await store.apply(mails, [{ id: 'm4', position: at(10), document: undefined }], at(10));
      const query = { ...ofTeamA, orderBy: 'size', after: { value: 20, id: 'm4' } };
      expect(await ids({ ...query, direction: 'asc' })).toEqual(['m5', 'm1', 'm6']);
      expect(await ids({ ...query, direction: 'desc' })).toEqual(['m3', 'm2']);
    });

    it('stops at an inclusive bound in the direction of travel', async () => {
      await store.apply(mails, sample, at(9));
      const query = { ...ofTeamA, orderBy: 'size', until: 20 };
      expect(await ids({ ...query, direction: 'asc' })).toEqual(['m2', 'm3', 'm4', 'm5']);
      expect(await ids({ ...query, direction: 'desc' })).toEqual(['m6', 'm1', 'm5', 'm4', 'm3']);
      expect(await ids({ ...query, direction: 'asc', after: { value: 20, id: 'm3' } })).toEqual(['m4', 'm5']);
    });

    it('says whether there is more', async () => {
      await store.apply(mails, sample, at(9));
      const query = { ...ofTeamA, orderBy: 'id', direction: 'asc' } as const;
      expect((await store.list(mails, { ...query, limit: 5 })).hasMore).toBe(true);
      expect((await store.list(mails, { ...query, limit: 6 })).hasMore).toBe(false);
    });

    it('orders text by code point', async () => {
      const wide = ['\uff5e', 'Z', 'a', '\u{1f600}'];
      await store.apply(
        mails,
        wide.map((id) => put(id, 1, { teamId: 'a', size: 0 })),
        at(1),
      );
      expect(await ids({ ...ofTeamA, orderBy: 'id', direction: 'asc' })).toEqual(['Z', 'a', '\uff5e', '\u{1f600}']);
    });

    it('counts what matches', async () => {
      await store.apply(mails, sample, at(9));
      expect(await store.count(mails, {})).toBe(7);
      expect(await store.count(mails, { teamId: 'a', size: 20 })).toBe(3);
      expect(await store.count(mails, { teamId: 'c' })).toBe(0);
    });

    it('counts within bounds, and no more than asked for', async () => {
      await store.apply(mails, sample, at(9));
      const ofA = { teamId: 'a' };
      expect(await store.count(mails, ofA, { orderBy: 'id', atLeast: 'm2', atMost: 'm4', most: 10 })).toBe(3);
      expect(await store.count(mails, ofA, { orderBy: 'size', atLeast: 20, most: 10 })).toBe(5);
      expect(await store.count(mails, ofA, { orderBy: 'size', atMost: 10, most: 10 })).toBe(1);
      expect(await store.count(mails, ofA, { orderBy: 'id', most: 4 })).toBe(4);
      expect(await store.count(mails, {}, { orderBy: 'id', most: 10 })).toBe(7);
    });

    it('passes over the first of a list', async () => {
      await store.apply(mails, sample, at(9));
      const newest = { ...ofTeamA, orderBy: 'id', direction: 'desc', limit: 2, skip: 2 } as const;
      expect(await ids(newest)).toEqual(['m4', 'm3']);
      expect(await ids({ ...newest, after: { value: 'm4', id: 'm4' } })).toEqual(['m1']);
    });

    it('keeps a document whose field is null out of what compares that field', async () => {
      await store.apply(mails, [put('m1', 1, { teamId: null, size: 1 })], at(1));
      expect(await store.get(mails, 'm1')).toEqual({ id: 'm1', teamId: null, size: 1 });
      expect(await store.count(mails, { teamId: 'null' })).toBe(0);
    });

    it('resets one projection and no other', async () => {
      const next = { ...mails, version: 2 };
      await store.apply(mails, sample, at(9));
      await store.apply(next, [put('m1', 1, { teamId: 'a', size: 1 })], at(1));
      await store.reset(mails);
      expect(await store.checkpoint(mails)).toBeUndefined();
      expect(await store.count(mails, {})).toBe(0);
      expect(await store.count(next, {})).toBe(1);
      await store.apply(mails, [put('m1', 1, { teamId: 'a', size: 7 })], at(1));
      expect(await store.get(mails, 'm1')).toEqual({ id: 'm1', teamId: 'a', size: 7 });
    });

    describe('walked in steps', () => {
      /** What each step of at most `mostRows` rows finds, to the end; a step that goes nowhere would have none. */
      const steps = async (shape: DocumentShape, query: ListQuery) => {
        const found: string[][] = [];
        for (let after = query.after, hasMore = true; hasMore; ) {
          const page = await store.list(shape, after === undefined ? query : { ...query, after });
          found.push(page.documents.map(({ id }) => id));
          hasMore = page.hasMore;
          after = page.reached;
          if (hasMore && after === undefined) throw new Error('the step was not cut');
          if (found.length > 20) throw new Error('the walk does not end');
        }
        return found;
      };
      const ofSize = (size: number) => ({ equals: { teamId: 'a', size }, limit: 100, mostRows: 2 }) as const;

      beforeEach(() => store.apply(mails, sample, at(9)));

      it('looks at no more rows than it may, and says where it ended', async () => {
        const query = { ...ofSize(20), orderBy: 'id', direction: 'desc' } as const;
        expect(await store.list(mails, query)).toMatchObject({
          documents: [{ id: 'm5' }],
          hasMore: true,
          reached: { id: 'm5' },
        });
        expect((await steps(mails, query)).flat()).toEqual(['m5', 'm4', 'm3']);
        expect((await steps(mails, { ...query, direction: 'asc' })).slice(0, 3)).toEqual([[], ['m3', 'm4'], ['m5']]);
        expect((await steps(mails, { ...query, direction: 'asc', mostRows: 1 })).flat()).toEqual(['m3', 'm4', 'm5']);
      });

      it('walks over what nothing holds for, between bounds and over ties', async () => {
        const none = { ...ofSize(99), orderBy: 'id', direction: 'desc' } as const;
        expect((await steps(mails, none)).slice(0, 3)).toEqual([[], [], []]);
        expect(await steps(mails, { ...none, until: 'm4' })).toEqual([[], []]);
        const within = { ...none, after: { value: 'm3', id: 'm3' }, mostRows: 3 };
        expect(await store.list(mails, within)).toEqual({ documents: [], hasMore: false });
        const bySize = { equals: { teamId: 'a' }, orderBy: 'size', direction: 'asc', limit: 100 } as const;
        expect((await store.list(mails, { ...bySize, mostRows: 1 })).documents).toHaveLength(6);
        const ties = { equals: { word: 'x' }, orderBy: 'size', direction: 'asc', limit: 100, mostRows: 1 } as const;
        const marked = {
          ...mails,
          name: 'marked',
          fields: { ...mails.fields, word: 'text' },
          indexes: [['size']],
        } as const;
        const ids = ['k1', 'k2', 'k3'];
        await store.apply(
          marked,
          ids.map((id, index) => put(id, index + 1, { teamId: 'a', size: 7, word: index === 1 ? 'y' : 'x' })),
          at(3),
        );
        expect((await steps(marked, ties)).flat()).toEqual(['k1', 'k3']);
        expect((await steps(marked, { ...ties, direction: 'desc' })).flat()).toEqual(['k3', 'k1']);
      });

      it('ends as ever where it has found enough', async () => {
        const page = await store.list(mails, {
          ...ofSize(20),
          orderBy: 'id',
          direction: 'desc',
          limit: 1,
          mostRows: 4,
        });
        expect(page).toMatchObject({ documents: [{ id: 'm5' }], hasMore: true });
        expect(page.reached).toBeUndefined();
      });

      it('finds whole what an index knows', async () => {
        const indexed = { equals: { teamId: 'a' }, orderBy: 'id', direction: 'desc', limit: 100, mostRows: 1 } as const;
        const page = await store.list(mails, indexed);
        expect(page.documents).toHaveLength(6);
        expect(page).toMatchObject({ hasMore: false });
      });

      it('goes on over two common words that never meet', async () => {
        const letter = (index: number) => {
          const words = [index % 2 === 0 ? 'even' : 'odd', ...(index === 1 ? ['even'] : [])];
          return put(`l${index}`, index + 1, { teamId: 'a', size: 1, words });
        };
        await store.apply(
          letters,
          Array.from({ length: 10 }, (_, index) => letter(index)),
          at(10),
        );
        const query = { equals: { teamId: 'a' }, orderBy: 'id', direction: 'desc', limit: 5, mostRows: 4 } as const;
        const found = await steps(letters, { ...query, prefixes: ['even', 'odd'] });
        expect(found.slice(0, 3)).toEqual([[], [], ['l1']]);
        const [one] = await steps(letters, { ...query, equals: { teamId: 'b' }, prefixes: ['even', 'odd'] });
        expect(one).toEqual([]);
      });
    });

    describe('of large documents', () => {
      const large = (id: string, size: number) =>
        put(id, size, { teamId: 'a', size, words: ['large'], text: 'x'.repeat(1_000) });
      const all = ['l1', 'l2', 'l3', 'l4', 'l5'];
      beforeEach(() =>
        store.apply(
          letters,
          all.map((id, index) => large(id, index + 1)),
          at(5),
        ),
      );

      it.each([
        { name: 'by id', query: { orderBy: 'id', direction: 'desc' }, place: { value: 'l4', id: 'l4' } },
        { name: 'by a field', query: { orderBy: 'size', direction: 'desc' }, place: { value: 4, id: 'l4' } },
        {
          name: 'searched',
          query: { orderBy: 'id', direction: 'desc', prefixes: ['large'] },
          place: { value: 'l4', id: 'l4' },
        },
      ] as const)('ends where they have so many characters, $name, and goes on behind it', async ({ query, place }) => {
        const asked = { ...query, equals: { teamId: 'a' }, limit: 100, mostCharacters: 1_500 };
        const ids = (page: ListPage) => page.documents.map(({ id }) => id);
        const first = await store.list(letters, asked);
        expect(first).toMatchObject({ hasMore: true, reached: place, isFull: true });
        expect(ids(first)).toEqual(['l5', 'l4']);
        const second = await store.list(letters, { ...asked, after: place, limit: 2 });
        expect(second).toMatchObject({ hasMore: true });
        expect(second.reached).toBeUndefined();
        expect(ids(second)).toEqual(['l3', 'l2']);
        const last = await store.list(letters, {
          ...asked,
          after: { value: query.orderBy === 'id' ? 'l3' : 3, id: 'l3' },
        });
        expect(last).toMatchObject({ hasMore: false });
        expect(ids(last)).toEqual(['l2', 'l1']);
        expect(ids(await store.list(letters, { ...asked, mostCharacters: 1 }))).toEqual(['l5']);
      });
    });

    describe('found by tokens', () => {
      const words = (id: string, position: number, list: readonly string[], teamId: string | null = 'a') =>
        put(id, position, { teamId, size: 1, words: list });
      const found = async (prefixes: readonly string[], query: Partial<ListQuery> = {}) => {
        const newest = { equals: { teamId: 'a' }, orderBy: 'id', direction: 'desc', limit: 100 } as const;
        return (await store.list(letters, { ...newest, ...query, prefixes })).documents.map(({ id }) => id);
      };

      beforeEach(() =>
        store.apply(
          letters,
          [
            words('l1', 1, ['ann@example.com', 'welcome']),
            words('l2', 2, ['anna@example.com', 'invoice', 'welcome']),
            words('l3', 3, ['münchen', '=tag:a:1=', '\u{1f600}']),
            words('l4', 4, []),
            words('x1', 5, ['ann@example.com', 'welcome'], 'b'),
            words('n1', 6, ['ann@example.com'], null),
          ],
          at(6),
        ),
      );

      it('finds the documents of which some token begins with each prefix', async () => {
        expect(await found(['ann'])).toEqual(['l2', 'l1']);
        expect(await found(['ann@'])).toEqual(['l1']);
        expect(await found(['ann', 'inv'])).toEqual(['l2']);
        expect(await found(['elcome'])).toEqual([]);
        expect(await found(['mün'])).toEqual(['l3']);
        expect(await found(['\u{1f600}'])).toEqual(['l3']);
        expect(await found(['=tag:a:1='])).toEqual(['l3']);
        expect(await found([])).toEqual(['l4', 'l3', 'l2', 'l1']);
      });

      it('counts those that have a token, whole', async () => {
        const count = (token: string, within = 'a', query = {}) =>
          store.count(letters, { teamId: within }, { orderBy: 'id', token, most: 10, ...query });
        expect(await count('welcome')).toBe(2);
        expect(await count('welcome', 'b')).toBe(1);
        expect(await count('ann')).toBe(0);
        expect(await count('=tag:a:1=')).toBe(1);
        expect(await count('welcome', 'a', { atLeast: 'l2' })).toBe(1);
        expect(await count('welcome', 'a', { atMost: 'l1' })).toBe(1);
        expect(await count('welcome', 'a', { most: 1 })).toBe(1);
        const more = { orderBy: 'id', token: 'welcome', most: 10 };
        await expect((async () => store.count(letters, { teamId: 'a', size: 1 }, more))()).rejects.toThrow('searched');
        await expect((async () => store.count(mails, { teamId: 'a' }, more))()).rejects.toThrow('searched');
      });

      it('is one with what else the list asks', async () => {
        const cursor = { after: { value: 'l2', id: 'l2' } } as const;
        expect(await found(['ann'], cursor)).toEqual(['l1']);
        expect(await found(['ann'], { direction: 'asc', until: 'l1' })).toEqual(['l1']);
        expect(await found(['ann'], { equals: { teamId: 'a', size: 2 } })).toEqual([]);
        expect(await found(['ann'], { equals: { teamId: 'b' } })).toEqual(['x1']);
        const page = await store.list(letters, {
          equals: { teamId: 'a' },
          orderBy: 'id',
          direction: 'desc',
          limit: 1,
          prefixes: ['welcome'],
        });
        expect([page.documents.map(({ id }) => id), page.hasMore]).toEqual([['l2'], true]);
      });

      it('says what documents are found by, of what begins with a text', async () => {
        const of = async (ids: readonly string[], prefix: string, within = 'a') => {
          const found = await store.tokens(letters, { within, ids, prefix });
          return Object.fromEntries([...found].filter(([, tokens]) => tokens.length > 0));
        };
        expect(await of(['l1', 'l2', 'l3', 'l4', 'x1', 'n1', 'none'], '')).toEqual({
          l1: ['ann@example.com', 'welcome'],
          l2: ['anna@example.com', 'invoice', 'welcome'],
          l3: ['=tag:a:1=', 'münchen', '\u{1f600}'],
        });
        expect(await of(['l1', 'l2'], 'ann@')).toEqual({ l1: ['ann@example.com'] });
        expect(await of(['l1', 'x1'], 'w', 'b')).toEqual({ x1: ['welcome'] });
        expect(await of([], 'w')).toEqual({});
        await store.apply(letters, [{ id: 'l2', position: at(11), document: undefined }], at(11));
        expect(await of(['l2'], '')).toEqual({});
        await expect(store.tokens(mails, { within: 'a', ids: ['m1'], prefix: '' })).rejects.toThrow(TypeError);
      });

      it('forgets the tokens that a document has no more', async () => {
        await store.apply(letters, [words('l1', 10, ['welcome', 'changed']), words('x1', 10, ['moved'])], at(10));
        expect(await found(['ann@'])).toEqual([]);
        expect(await found(['changed'])).toEqual(['l1']);
        expect(await found(['welcome'])).toEqual(['l2', 'l1']);
        expect(await found(['ann@'], { equals: { teamId: 'b' } })).toEqual([]);
        expect(await found(['moved'])).toEqual(['x1']);
        await store.apply(letters, [{ id: 'l2', position: at(11), document: undefined }], at(11));
        expect(await found(['welcome'])).toEqual(['l1']);
        await store.reset(letters);
        expect(await found(['welcome'])).toEqual([]);
      });

      it('finds and forgets a document by each of many tokens', async () => {
        const many = Array.from({ length: 101 }, (_, number) => `w${number}.`);
        const foundBy = () => Promise.all(many.map(async (token) => (await found([token])).length));
        await store.apply(letters, [words('l1', 10, many)], at(10));
        expect(await foundBy()).toEqual(many.map(() => 1));
        await store.apply(letters, [words('l1', 11, many.slice(0, 1))], at(11));
        expect(await foundBy()).toEqual(many.map((_, number) => (number === 0 ? 1 : 0)));
      });

      it('keeps the tokens of the newest change', async () => {
        await store.apply(letters, [words('l1', 10, ['newer'])], at(10));
        await store.apply(letters, [words('l1', 9, ['older'])], at(10));
        await store.apply(letters, [{ id: 'l1', position: at(8), document: undefined }], at(10));
        expect([await found(['newer']), await found(['older'])]).toEqual([['l1'], []]);
      });

      it('refuses tokens that are no texts, and a search of everything', async () => {
        const wrong = put('l9', 20, { teamId: 'a', size: 1, words: [1] });
        await expect(store.apply(letters, [wrong], at(20))).rejects.toThrow('words');
        await expect(found(['ann'], { equals: {} })).rejects.toThrow('within');
        await expect(
          store.list(mails, { ...ofTeamA, orderBy: 'id', direction: 'asc', prefixes: ['a'] }),
        ).rejects.toThrow('within');
      });
    });

    if (!fenced) return;

    it('refuses the checkpoint of whoever has an older fence', async () => {
      await store.apply(mails, [put('m1', 1, { teamId: 'a', size: 1 })], at(1), 7);
      await store.apply(mails, [], at(2), 7);
      await expect(store.apply(mails, [], at(3), 6)).rejects.toThrow(LeaseLost);
      await expect(store.apply(mails, [], at(3))).rejects.toThrow(LeaseLost);
      expect(await store.checkpoint(mails)).toBe(at(2));
      await store.apply(mails, [], at(3), 8);
      expect(await store.checkpoint(mails)).toBe(at(3));
      await expect(store.apply(mails, [], at(4), 7)).rejects.toThrow(LeaseLost);
    });

    it('keeps the fence over a reset, which asks for it too', async () => {
      await store.apply(mails, sample, at(9), 7);
      await expect(store.reset(mails, 6)).rejects.toThrow(LeaseLost);
      expect(await store.count(mails, {})).toBe(7);
      await store.reset(mails, 8);
      expect(await store.checkpoint(mails)).toBeUndefined();
      expect(await store.count(mails, {})).toBe(0);
      await expect(store.apply(mails, [], at(9), 7)).rejects.toThrow(LeaseLost);
      expect(await store.checkpoint(mails)).toBeUndefined();
      await store.apply(mails, [], at(4), 8);
      expect(await store.checkpoint(mails)).toBe(at(4));
    });
  });
}
