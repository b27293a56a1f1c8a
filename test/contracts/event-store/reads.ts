import type { EventFilter, NewStoredEvent } from '../../../src/application/ports/event-store.js';
import { from, type StoreUnderTest } from './store-under-test.js';
import { newEvent, newStream, write } from './writes.js';

/** What is read across streams: pages, heads, backwards. */
export function readsContract({ store, append, written, pagesAfter }: StoreUnderTest): void {
  describe('readAll', () => {
    it('pages through everything, in position order across streams', async () => {
      const start = await store().head();
      const [a, b] = [newStream(), newStream('team')];
      await append(a, 'no-stream', 'A0');
      await append(b, 'no-stream', 'B0', 'B1');
      await append(a, 0, 'A1', 'A2');
      const pages = await pagesAfter(start, 2);
      const events = pages.flatMap((page) => page.events);
      expect(events.map(({ type }) => type)).toEqual(['A0', 'B0', 'B1', 'A1', 'A2']);
      const positions = events.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort());
      expect(pages.every((page) => page.events.length <= 2)).toBe(true);
      expect(pages.at(-1)?.position).toBe(await store().head());
    });

    it('resumes behind the position it is given', async () => {
      const stream = newStream();
      await append(stream, 'no-stream', 'A', 'B', 'C');
      const [first] = await store().readStream(stream);
      const [page] = await pagesAfter(first?.position, 10);
      expect(page?.events.map(({ type }) => type)).toEqual(['B', 'C']);
    });

    it('stays where it is at the end', async () => {
      await append(newStream(), 'no-stream', 'A');
      const position = await store().head();
      expect(await store().readAll({ limit: 10, ...from(position) })).toEqual({ events: [], position, atEnd: true });
    });

    it.each<[string, EventFilter, string[]]>([
      ['one category', { categories: ['team'] }, ['Made', 'Named', 'Named']],
      ['several categories', { categories: ['submission', 'team'] }, ['Made', 'Named', 'Accepted', 'Named']],
      ['a category named twice', { categories: ['team', 'team'] }, ['Made', 'Named', 'Named']],
      ['types', { types: ['Accepted', 'Made'] }, ['Made', 'Accepted', 'Accepted']],
      [
        'categories and types',
        { categories: ['email', 'team'], types: ['Accepted', 'Named'] },
        ['Named', 'Accepted', 'Named'],
      ],
      ['nothing that is there', { categories: ['erasure'], types: ['Accepted'] }, []],
    ])('filters by %s, by pages of any size, to the end of the log', async (_, filter, types) => {
      const start = await store().head();
      const team = newStream('team');
      await append(team, 'no-stream', 'Made', 'Named');
      await append(newStream('submission'), 'no-stream', 'Accepted');
      await append(newStream('email'), 'no-stream', 'Accepted', 'Delivered');
      await append(team, 1, 'Named');
      await append(newStream('email'), 'no-stream', 'Opened');
      for (const limit of [1, 2, 100]) {
        const pages = await pagesAfter(start, limit, filter);
        expect(pages.flatMap((page) => page.events).map(({ type }) => type)).toEqual(types);
        expect(pages.at(-1)?.position).toBe(await store().head());
      }
    });
  });

  describe('readHeads', () => {
    const digested = (type: string, digest: string): NewStoredEvent => ({
      ...newEvent(type),
      metadata: JSON.stringify({ digest, time: '2026-01-02T03:04:05.678Z' }),
    });

    it('gives every event without its content, by pages of any size, to the end of the log', async () => {
      const start = await store().head();
      const [a, b] = [newStream(), newStream('team')];
      const first = digested('First', 'd1');
      await written([{ stream: a, expected: 'no-stream', events: [first, digested('Second', 'd2')] }]);
      const plain = newEvent('Plain');
      await written([{ stream: b, expected: 'no-stream', events: [plain] }]);
      const [stored] = await store().readStream(a);
      for (const limit of [1, 2, 100]) {
        const heads = [];
        let position = start;
        for (let atEnd = false; !atEnd; ) {
          const page = await store().readHeads({ limit, ...from(position) });
          expect(page.heads.length).toBeLessThanOrEqual(limit);
          heads.push(...page.heads);
          ({ position, atEnd } = page);
        }
        expect(heads.map(({ stream, revision, type, digest }) => [stream, revision, type, digest])).toEqual([
          [a, 0, 'First', 'd1'],
          [a, 1, 'Second', 'd2'],
          [b, 0, 'Plain', null],
        ]);
        expect(heads[0]).toEqual({
          stream: a,
          revision: 0,
          position: stored?.position,
          id: first.id,
          type: 'First',
          digest: 'd1',
        });
        expect(position).toBe(await store().head());
      }
    });

    it('stays where it is at the end', async () => {
      await append(newStream(), 'no-stream', 'A');
      const position = await store().head();
      expect(await store().readHeads({ limit: 10, ...from(position) })).toEqual({ heads: [], position, atEnd: true });
    });
  });

  describe('readBack', () => {
    it('gives the event at a position and those before it, newest first', async () => {
      const [a, b] = [newStream(), newStream('team')];
      await append(a, 'no-stream', 'A', 'B');
      const { position } = await written([write(b, 'no-stream', 'C')]);
      await append(a, 1, 'D');
      const back = await store().readBack(position, 3);
      expect(back.map(({ type }) => type)).toEqual(['C', 'B', 'A']);
      expect(back[0]).toEqual(await store().readLast(b));
      expect(await store().readBack(position, 1)).toEqual(back.slice(0, 1));
    });

    it('gives what lies before an event that was removed', async () => {
      const [kept, removed] = [newStream(), newStream()];
      await append(kept, 'no-stream', 'Kept');
      const { position } = await written([write(removed, 'no-stream', 'Removed')]);
      await store().removeStream(removed, 'tombstone', 0);
      const back = await store().readBack(position, 2);
      expect(back.find(({ stream }) => stream !== removed)).toMatchObject({ type: 'Kept', stream: kept });
    });
  });

  describe('head', () => {
    it('is the position of the last event', async () => {
      const { position } = await written([write(newStream(), 'no-stream', 'A', 'B')]);
      expect(await store().head()).toBe(position);
    });
  });
}
