import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import {
  type AllPage,
  type EventFilter,
  type EventStore,
  type ExpectedRevision,
  MAX_APPEND_BYTES,
  type NewStoredEvent,
  type StoredEvent,
  type StreamAppend,
} from '../../src/application/ports/event-store.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { type Category, type StreamName, streamName } from '../../src/domain/shared/stream-name.js';

/** What every `EventStore` keeps to. The log that `open` gives may hold other events already. */
export function eventStoreContract(
  name: string,
  open: () => Promise<{ readonly store: EventStore; close(): Promise<void> }>,
): void {
  describe(`${name} event store`, () => {
    let store: EventStore;
    let close: () => Promise<void>;

    beforeEach(async () => {
      const opened = await open();
      store = opened.store;
      close = () => opened.close();
    });
    afterEach(() => close());

    const append = (stream: StreamName, expected: ExpectedRevision, ...types: [string, ...string[]]) =>
      store.append([write(stream, expected, ...types)]);

    const written = async (writes: readonly [StreamAppend, ...StreamAppend[]]) => {
      const result = await store.append(writes);
      if (result.result !== 'written') throw new Error(`not written: ${result.result}`);
      return result;
    };

    const readTypes = async (stream: StreamName) => (await store.readStream(stream)).map(({ type }) => type);

    /** The position before what the test writes, and everything behind it by pages of `limit`. */
    const pagesAfter = async (start: Position | undefined, limit: number, filter?: EventFilter) => {
      const pages: AllPage[] = [];
      let position = start;
      for (;;) {
        const page = await store.readAll({ limit, ...from(position), ...(filter && { filter }) });
        pages.push(page);
        if (page.atEnd) return pages;
        if (page.position === position) throw new Error('a page short of the end has to move the position');
        position = page.position;
      }
    };

    describe('append and readStream', () => {
      it('gives back what was appended, in order, with revisions from 0', async () => {
        const stream = newStream();
        const first = write(stream, 'no-stream', 'One', 'Two');
        const second = write(stream, 1, 'Three');
        const one = await written([first]);
        const two = await written([second]);
        const stored = await store.readStream(stream);
        const expected = [...first.events, ...second.events];
        expect(stored).toEqual(
          expected.map((event, revision) => ({ ...event, stream, revision, position: stored[revision]?.position })),
        );
        expect([one.revision, two.revision]).toEqual([1, 2]);
        expect([one.position, two.position]).toEqual([stored[1]?.position, stored[2]?.position]);
      });

      it('keeps text as it is: unicode, quotes, line ends, 0x00 in JSON escapes', async () => {
        const stream = newStream();
        const event = {
          ...newEvent('Text'),
          data: JSON.stringify({ text: 'ß→😀 "\'\r\n\0\ud800' }),
          metadata: '{"a":"é"}',
        };
        await written([{ stream, expected: 'no-stream', events: [event] }]);
        expect(await store.readStream(stream)).toMatchObject([event]);
      });

      it('reads from a revision and up to a limit', async () => {
        const stream = newStream();
        await append(stream, 'no-stream', 'A', 'B', 'C', 'D');
        const revisions = async (options: { from?: number; limit?: number }) =>
          (await store.readStream(stream, options)).map(({ revision }) => revision);
        expect(await revisions({ from: 2 })).toEqual([2, 3]);
        expect(await revisions({ limit: 3 })).toEqual([0, 1, 2]);
        expect(await revisions({ from: 1, limit: 2 })).toEqual([1, 2]);
        expect(await revisions({ from: 4 })).toEqual([]);
      });

      it('reads an absent stream as empty', async () => {
        expect(await store.readStream(newStream())).toEqual([]);
      });

      it('reads the last event of a stream', async () => {
        const stream = newStream();
        expect(await store.readLast(stream)).toBeUndefined();
        await append(stream, 'no-stream', 'A', 'B');
        await append(stream, 1, 'C');
        expect(await store.readLast(stream)).toEqual((await store.readStream(stream)).at(-1));
        expect(await store.readLast(stream)).toMatchObject({ type: 'C', revision: 2 });
      });

      it.each<[string, ExpectedRevision]>([
        ['"no-stream" where it exists', 'no-stream'],
        ['a revision behind', 0],
        ['a revision ahead', 2],
      ])('refuses %s and writes nothing', async (_, expected) => {
        const stream = newStream();
        await append(stream, 'no-stream', 'A', 'B');
        expect(await append(stream, expected, 'Late')).toEqual({ result: 'conflict' });
        expect(await readTypes(stream)).toEqual(['A', 'B']);
      });

      it('refuses a revision of a stream that does not exist', async () => {
        const stream = newStream();
        expect(await append(stream, 0, 'A')).toEqual({ result: 'conflict' });
        expect(await readTypes(stream)).toEqual([]);
      });

      it('lets one of two openers win, one after the other', async () => {
        const stream = newStream();
        expect(await append(stream, 'no-stream', 'First')).toMatchObject({ result: 'written' });
        expect(await append(stream, 'no-stream', 'Second')).toEqual({ result: 'conflict' });
        expect(await readTypes(stream)).toEqual(['First']);
      });

      it.each<[string, ExpectedRevision]>([
        ['openers', 'no-stream'],
        ['writers of one revision', 0],
      ])('lets one of 20 %s at the same moment win', async (_, expected) => {
        const stream = newStream();
        if (expected === 0) await append(stream, 'no-stream', 'Opened');
        const numbers = Array.from({ length: 20 }, (__, number) => number);
        const results = await Promise.all(numbers.map((number) => append(stream, expected, `Racer${number}`)));
        const winners = numbers.filter((number) => results[number]?.result === 'written');
        expect(winners).toHaveLength(1);
        expect(results.filter(({ result }) => result === 'conflict')).toHaveLength(19);
        expect((await readTypes(stream)).at(-1)).toBe(`Racer${winners[0]}`);
      });
    });

    describe('an append asked again with the same ids', () => {
      it('is answered as the first time and written once', async () => {
        const stream = newStream();
        const opening = write(stream, 'no-stream', 'A', 'B');
        const next = write(stream, 1, 'C');
        const first = await written([opening]);
        expect(await store.append([opening])).toEqual(first);
        const second = await written([next]);
        expect(await store.append([next])).toEqual(second);
        expect(await store.append([opening])).toEqual(first);
        expect(await readTypes(stream)).toEqual(['A', 'B', 'C']);
      });

      it('is a conflict when only its beginning is there', async () => {
        const stream = newStream();
        const [event] = write(stream, 'no-stream', 'A').events;
        await written([{ stream, expected: 'no-stream', events: [event] }]);
        const longer: StreamAppend = { stream, expected: 'no-stream', events: [event, newEvent('B')] };
        expect(await store.append([longer])).toEqual({ result: 'conflict' });
        expect(await readTypes(stream)).toEqual(['A']);
      });

      it('still writes those of its other streams that are missing', async () => {
        const [anchor, there, missing] = [newStream(), newStream(), newStream()];
        const anchorWrite = write(anchor, 'no-stream', 'Anchor');
        const thereWrite = write(there, 'no-stream', 'There');
        await written([anchorWrite, thereWrite]);
        const again = await written([anchorWrite, thereWrite, write(missing, 'no-stream', 'Missing')]);
        expect(await Promise.all([anchor, there, missing].map(readTypes))).toEqual([
          ['Anchor'],
          ['There'],
          ['Missing'],
        ]);
        expect(again.revision).toBe(0);
      });
    });

    describe('several streams in one append', () => {
      it('writes them all and answers for the anchor, with the position of the last event', async () => {
        const [anchor, a, b] = [newStream('submission'), newStream(), newStream()];
        const result = await written([
          write(anchor, 'no-stream', 'Anchor', 'Anchored'),
          write(a, 'no-stream', 'A'),
          write(b, 'no-stream', 'B'),
        ]);
        const stored = (await Promise.all([anchor, a, b].map((stream) => store.readStream(stream)))).flat();
        expect(stored.map(({ type }) => type)).toEqual(['Anchor', 'Anchored', 'A', 'B']);
        expect(result).toEqual({ result: 'written', revision: 1, position: stored[3]?.position });
      });

      it('writes nothing when the anchor conflicts', async () => {
        const [anchor, other] = [newStream(), newStream()];
        await append(anchor, 'no-stream', 'Taken');
        const result = await store.append([write(anchor, 'no-stream', 'Late'), write(other, 'no-stream', 'Other')]);
        expect(result).toEqual({ result: 'conflict' });
        expect(await Promise.all([anchor, other].map(readTypes))).toEqual([['Taken'], []]);
      });

      it('leaves the others alone that already exist', async () => {
        const [anchor, existing, fresh] = [newStream(), newStream(), newStream()];
        await append(existing, 'no-stream', 'Existing');
        const result = await written([
          write(anchor, 'no-stream', 'Anchor'),
          write(existing, 'no-stream', 'Again'),
          write(fresh, 'no-stream', 'Fresh'),
        ]);
        expect(await Promise.all([existing, fresh].map(readTypes))).toEqual([['Existing'], ['Fresh']]);
        expect(result.revision).toBe(0);
      });
    });

    describe('what no engine takes', () => {
      const stream = newStream();
      const event = newEvent('Fine');
      const none = [] as unknown as StreamAppend['events'];
      it.each<[string, StreamAppend]>([
        ['no events', { stream, expected: 'no-stream', events: none }],
        ['an empty type', { stream, expected: 'no-stream', events: [{ ...event, type: '' }] }],
        ['an id that is no UUID', { stream, expected: 'no-stream', events: [{ ...event, id: 'event-1' }] }],
        ['an empty id', { stream, expected: 'no-stream', events: [{ ...event, id: '' }] }],
        ['a stream name without an id', { stream: 'email-' as StreamName, expected: 'no-stream', events: [event] }],
        ['a stream name without a category', { stream: '-1' as StreamName, expected: 'no-stream', events: [event] }],
        ['a stream name without a dash', { stream: 'email' as StreamName, expected: 'no-stream', events: [event] }],
        ['a negative revision', { stream, expected: -1, events: [event] }],
        ['half a revision', { stream, expected: 0.5, events: [event] }],
      ])('throws on %s before anything is written', async (_, bad) => {
        const before = await store.head();
        const good = newStream();
        await expect(store.append([bad])).rejects.toMatchObject({ code: expect.any(String) });
        await expect(store.append([write(good, 'no-stream', 'Good'), bad])).rejects.toThrow();
        expect(await readTypes(good)).toEqual([]);
        expect(await store.head()).toEqual(before);
      });

      it('takes exactly 1 MiB over the events of one stream, and not a byte more', async () => {
        const full = newStream();
        const over = newStream();
        await written([{ stream: full, expected: 'no-stream', events: eventsOf(MAX_APPEND_BYTES) }]);
        expect(await store.readStream(full)).toHaveLength(2);
        await expect(
          store.append([{ stream: over, expected: 'no-stream', events: eventsOf(MAX_APPEND_BYTES + 1) }]),
        ).rejects.toMatchObject({ code: 'too-large' });
        expect(await store.readStream(over)).toEqual([]);
      });

      it('takes two streams of 1 MiB each in one append', async () => {
        const [a, b] = [newStream(), newStream()];
        await written([
          { stream: a, expected: 'no-stream', events: eventsOf(MAX_APPEND_BYTES) },
          { stream: b, expected: 'no-stream', events: eventsOf(MAX_APPEND_BYTES) },
        ]);
        expect(await store.readStream(b)).toHaveLength(2);
      });
    });

    describe('readAll', () => {
      it('pages through everything, in position order across streams', async () => {
        const start = await store.head();
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
        expect(pages.at(-1)?.position).toBe(await store.head());
      });

      it('resumes behind the position it is given', async () => {
        const stream = newStream();
        await append(stream, 'no-stream', 'A', 'B', 'C');
        const [first] = await store.readStream(stream);
        const [page] = await pagesAfter(first?.position, 10);
        expect(page?.events.map(({ type }) => type)).toEqual(['B', 'C']);
      });

      it('stays where it is at the end', async () => {
        await append(newStream(), 'no-stream', 'A');
        const position = await store.head();
        expect(await store.readAll({ limit: 10, ...from(position) })).toEqual({ events: [], position, atEnd: true });
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
        const start = await store.head();
        const team = newStream('team');
        await append(team, 'no-stream', 'Made', 'Named');
        await append(newStream('submission'), 'no-stream', 'Accepted');
        await append(newStream('email'), 'no-stream', 'Accepted', 'Delivered');
        await append(team, 1, 'Named');
        await append(newStream('email'), 'no-stream', 'Opened');
        for (const limit of [1, 2, 100]) {
          const pages = await pagesAfter(start, limit, filter);
          expect(pages.flatMap((page) => page.events).map(({ type }) => type)).toEqual(types);
          expect(pages.at(-1)?.position).toBe(await store.head());
        }
      });
    });

    describe('readHeads', () => {
      const digested = (type: string, digest: string): NewStoredEvent => ({
        ...newEvent(type),
        metadata: JSON.stringify({ digest, time: '2026-01-02T03:04:05.678Z' }),
      });

      it('gives every event without its content, by pages of any size, to the end of the log', async () => {
        const start = await store.head();
        const [a, b] = [newStream(), newStream('team')];
        const first = digested('First', 'd1');
        await written([{ stream: a, expected: 'no-stream', events: [first, digested('Second', 'd2')] }]);
        const plain = newEvent('Plain');
        await written([{ stream: b, expected: 'no-stream', events: [plain] }]);
        const [stored] = await store.readStream(a);
        for (const limit of [1, 2, 100]) {
          const heads = [];
          let position = start;
          for (let atEnd = false; !atEnd; ) {
            const page = await store.readHeads({ limit, ...from(position) });
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
          expect(position).toBe(await store.head());
        }
      });

      it('stays where it is at the end', async () => {
        await append(newStream(), 'no-stream', 'A');
        const position = await store.head();
        expect(await store.readHeads({ limit: 10, ...from(position) })).toEqual({ heads: [], position, atEnd: true });
      });
    });

    describe('readBack', () => {
      it('gives the event at a position and those before it, newest first', async () => {
        const [a, b] = [newStream(), newStream('team')];
        await append(a, 'no-stream', 'A', 'B');
        const { position } = await written([write(b, 'no-stream', 'C')]);
        await append(a, 1, 'D');
        const back = await store.readBack(position, 3);
        expect(back.map(({ type }) => type)).toEqual(['C', 'B', 'A']);
        expect(back[0]).toEqual(await store.readLast(b));
        expect(await store.readBack(position, 1)).toEqual(back.slice(0, 1));
      });

      it('gives what lies before an event that was removed', async () => {
        const [kept, removed] = [newStream(), newStream()];
        await append(kept, 'no-stream', 'Kept');
        const { position } = await written([write(removed, 'no-stream', 'Removed')]);
        await store.removeStream(removed, 'tombstone', 0);
        const back = await store.readBack(position, 2);
        expect(back.find(({ stream }) => stream !== removed)).toMatchObject({ type: 'Kept', stream: kept });
      });
    });

    describe('head', () => {
      it('is the position of the last event', async () => {
        const { position } = await written([write(newStream(), 'no-stream', 'A', 'B')]);
        expect(await store.head()).toBe(position);
      });
    });

    describe('subscribe', () => {
      it('catches up by pages, then follows live, in order and without a gap', async () => {
        const start = await store.head();
        const stream = newStream();
        await append(stream, 'no-stream', 'A', 'B', 'C');
        const follower = follow(store, { ...from(start), pageSize: 2 });
        await follower.until(({ events }) => events.length >= 3);
        await append(stream, 2, 'D');
        await follower.until(({ events }) => events.length >= 4);
        await append(stream, 3, 'E', 'F', 'G');
        await follower.until(({ events }) => events.length >= 7);
        await follower.stop();
        expect(follower.types()).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G']);
        expect(follower.pages.every((page) => page.events.length <= 2)).toBe(true);
      });

      it('gets everything that is appended while it catches up, once and in order', async () => {
        const start = await store.head();
        const follower = follow(store, { ...from(start), pageSize: 7 });
        const names = Array.from({ length: 100 }, (_, number) => newStream(number % 2 === 0 ? 'email' : 'team'));
        await Promise.all(names.map((stream) => append(stream, 'no-stream', 'A', 'B')));
        await follower.until(({ events }) => events.length >= 200);
        await follower.stop();
        const positions = follower.events.map(({ position }) => position);
        expect(positions).toEqual([...new Set(positions)].sort());
        expect(new Set(follower.events.map(({ stream }) => stream))).toEqual(new Set(names));
      });

      it('begins behind `after`', async () => {
        const stream = newStream();
        await append(stream, 'no-stream', 'A', 'B', 'C');
        const second = (await store.readStream(stream))[1];
        const follower = follow(store, from(second?.position));
        await follower.until(({ events }) => events.length >= 1);
        await follower.stop();
        expect(follower.types()).toEqual(['C']);
      });

      it('gives only what its filter lets through, and still moves the position', async () => {
        const start = await store.head();
        const follower = follow(store, { ...from(start), filter: { categories: ['email'], types: ['Wanted'] } });
        await append(newStream('email'), 'no-stream', 'Unwanted', 'Wanted');
        await follower.until(({ events }) => events.length >= 1);
        await append(newStream('team'), 'no-stream', 'Wanted');
        const { position } = await written([write(newStream('email'), 'no-stream', 'Unwanted')]);
        await follower.until(({ pages }) => (pages.at(-1)?.position ?? '') >= position);
        await follower.stop();
        expect(follower.types()).toEqual(['Wanted']);
        expect(follower.pages.at(-1)?.events).toEqual([]);
      });

      it('ends when the signal aborts: before it begins, between pages, and while it waits', async () => {
        await append(newStream(), 'no-stream', 'A', 'B', 'C');
        const aborted = follow(store, { signal: AbortSignal.abort() });
        await aborted.ended;
        expect(aborted.pages).toEqual([]);

        const controller = new AbortController();
        let pages = 0;
        for await (const _ of store.subscribe({ signal: controller.signal, pageSize: 1 })) {
          pages += 1;
          controller.abort();
        }
        expect(pages).toBe(1);

        const waiting = follow(store, from(await store.head()));
        await append(newStream(), 'no-stream', 'D');
        await waiting.until(({ events }) => events.length >= 1);
        await waiting.stop();
      });

      it('serves several subscribers, each from its own position', async () => {
        const start = await store.head();
        const stream = newStream();
        await append(stream, 'no-stream', 'A', 'B');
        const fromStart = [follow(store, from(start)), follow(store, { ...from(start), pageSize: 1 })];
        const fromHead = follow(store, from(await store.head()));
        await append(stream, 1, 'C');
        await Promise.all(fromStart.map((follower) => follower.until(({ events }) => events.length >= 3)));
        await fromHead.until(({ events }) => events.length >= 1);
        await Promise.all([...fromStart, fromHead].map((follower) => follower.stop()));
        expect(fromStart.map((follower) => follower.types())).toEqual([
          ['A', 'B', 'C'],
          ['A', 'B', 'C'],
        ]);
        expect(fromHead.types()).toEqual(['C']);
      });

      it('lets go of a subscriber that stops listening', async () => {
        await append(newStream(), 'no-stream', 'A');
        for await (const page of store.subscribe({ signal: new AbortController().signal })) {
          if (page.events.length > 0) break;
        }
      });

      it('ends when the store is closed', async () => {
        const follower = follow(store, from(await store.head()));
        await store.close();
        await follower.ended;
      });
    });

    describe('removeStream', () => {
      it.each(['tombstone', 'soft'] as const)('%s: the stream reads as absent, others stay', async (mode) => {
        const [stream, other] = [newStream(), newStream()];
        await append(stream, 'no-stream', 'A', 'B');
        await append(other, 'no-stream', 'Other');
        expect(await store.removeStream(stream, mode, 1)).toMatchObject({ result: 'written' });
        expect(await readTypes(stream)).toEqual([]);
        expect(await store.readLast(stream)).toBeUndefined();
        expect(await readTypes(other)).toEqual(['Other']);
      });

      it.each(['tombstone', 'soft'] as const)('%s: asked again is answered as done', async (mode) => {
        const stream = newStream();
        await append(stream, 'no-stream', 'A');
        await store.removeStream(stream, mode, 0);
        expect(await store.removeStream(stream, mode, 0)).toMatchObject({ result: 'written' });
        expect(await readTypes(stream)).toEqual([]);
      });

      it.each(['tombstone', 'soft'] as const)('%s: refuses another revision, or an absent stream', async (mode) => {
        const stream = newStream();
        expect(await store.removeStream(stream, mode, 0)).toEqual({ result: 'conflict' });
        await append(stream, 'no-stream', 'A', 'B');
        expect(await store.removeStream(stream, mode, 0)).toEqual({ result: 'conflict' });
        expect(await readTypes(stream)).toEqual(['A', 'B']);
      });

      it('a tombstone refuses every append for ever', async () => {
        const [stream, anchor] = [newStream(), newStream()];
        const opening = write(stream, 'no-stream', 'A');
        await written([opening]);
        await store.removeStream(stream, 'tombstone', 0);
        expect(await append(stream, 'no-stream', 'B')).toEqual({ result: 'conflict' });
        expect(await append(stream, 0, 'B')).toEqual({ result: 'conflict' });
        expect(await store.append([opening])).toEqual({ result: 'conflict' });
        await written([write(anchor, 'no-stream', 'Anchor'), write(stream, 'no-stream', 'B')]);
        expect(await readTypes(stream)).toEqual([]);
      });

      it('a soft-removed stream is opened again behind its last revision, and only once', async () => {
        const stream = newStream('submission');
        await append(stream, 'no-stream', 'A', 'B');
        await store.removeStream(stream, 'soft', 1);
        const reopening = write(stream, 'no-stream', 'C', 'D');
        const result = await written([reopening]);
        expect(result.revision).toBe(3);
        expect((await store.readStream(stream)).map(({ revision, type }) => [revision, type])).toEqual([
          [2, 'C'],
          [3, 'D'],
        ]);
        expect(await store.append([reopening])).toEqual(result);
        expect(await append(stream, 'no-stream', 'Late')).toEqual({ result: 'conflict' });
        expect(await append(stream, 3, 'E')).toMatchObject({ result: 'written', revision: 4 });
      });

      it('a stream can be removed again, softly or for ever', async () => {
        const stream = newStream('submission');
        await append(stream, 'no-stream', 'A');
        await store.removeStream(stream, 'soft', 0);
        await append(stream, 'no-stream', 'B');
        expect(await store.removeStream(stream, 'soft', 1)).toMatchObject({ result: 'written' });
        expect(await append(stream, 'no-stream', 'C')).toMatchObject({ result: 'written', revision: 2 });
        expect(await store.removeStream(stream, 'tombstone', 2)).toMatchObject({ result: 'written' });
        expect(await append(stream, 'no-stream', 'D')).toEqual({ result: 'conflict' });
      });

      it('tells how a stream was last removed, also once it has gone on', async () => {
        const stream = newStream('submission');
        await append(stream, 'no-stream', 'A', 'B');
        expect(await store.removalOf(stream)).toBeUndefined();
        await store.removeStream(stream, 'soft', 1);
        await append(stream, 'no-stream', 'C');
        expect(await store.removalOf(stream)).toEqual({ mode: 'soft', lastRevision: 1 });
        await store.removeStream(stream, 'tombstone', 2);
        expect(await store.removalOf(stream)).toEqual({ mode: 'tombstone', lastRevision: 2 });
      });

      it('leaves the way through the rest of the log open', async () => {
        const start = await store.head();
        const [removed, kept] = [newStream(), newStream()];
        await append(removed, 'no-stream', 'Removed');
        await append(kept, 'no-stream', 'Kept');
        await store.removeStream(removed, 'tombstone', 0);
        await append(kept, 0, 'KeptToo');
        const events = (await pagesAfter(start, 1)).flatMap((page) => page.events);
        expect(events.filter(({ stream }) => stream === kept).map(({ type }) => type)).toEqual(['Kept', 'KeptToo']);
      });
    });
  });
}

/** A stream that no other test and no earlier run has used. */
export function newStream(category: Category = 'email'): StreamName {
  return streamName(category, randomUUID());
}

export function newEvent(type: string): NewStoredEvent {
  return { id: randomUUID(), type, data: `{"of":"${type}"}`, metadata: '{"time":"2026-01-02T03:04:05.678Z"}' };
}

/** One stream's part of an append, with new ids. */
export function write(stream: StreamName, expected: ExpectedRevision, ...types: [string, ...string[]]): StreamAppend {
  const [first, ...rest] = types;
  return { stream, expected, events: [newEvent(first), ...rest.map(newEvent)] };
}

/** Two events of so many bytes together; the letters take two bytes each, so that characters do not count. */
function eventsOf(bytes: number): StreamAppend['events'] {
  const first = { ...newEvent('Large'), data: JSON.stringify('é'.repeat(1000)) };
  const second = { ...newEvent('Large'), data: '""' };
  const used = [first, second].reduce((sum, e) => sum + Buffer.byteLength(e.type + e.data + e.metadata), 0);
  return [first, { ...second, data: JSON.stringify('x'.repeat(bytes - used)) }];
}

function from(position: Position | undefined): { after?: Position } {
  return position === undefined ? {} : { after: position };
}

/** What a subscriber has seen so far. */
export interface Follower {
  readonly pages: AllPage[];
  readonly events: StoredEvent[];
  types(): string[];
  /** Fails when the subscription ends first, or after ten seconds. */
  until(reached: (seen: Follower) => boolean): Promise<void>;
  /** Aborts, and waits for the end. */
  stop(): Promise<void>;
  readonly ended: Promise<void>;
}

export function follow(
  store: EventStore,
  options: { after?: Position; filter?: EventFilter; pageSize?: number; signal?: AbortSignal },
): Follower {
  const controller = new AbortController();
  let changed = (): void => undefined;
  let running = true;
  const consume = async (): Promise<void> => {
    try {
      for await (const page of store.subscribe({ signal: controller.signal, ...options })) {
        follower.pages.push(page);
        follower.events.push(...page.events);
        changed();
      }
    } finally {
      running = false;
      changed();
    }
  };
  const follower: Follower = {
    pages: [],
    events: [],
    types: () => follower.events.map(({ type }) => type),
    async until(reached) {
      const deadline = AbortSignal.timeout(10_000);
      while (!reached(follower)) {
        if (!running || deadline.aborted) throw new Error(`not reached; seen: ${follower.types().join(', ')}`);
        const timer = new AbortController();
        const change = new Promise<void>((done) => {
          changed = done;
        });
        await Promise.race([change, after(1000, undefined, { signal: timer.signal }).catch(() => undefined)]);
        timer.abort();
      }
    },
    async stop() {
      controller.abort();
      await follower.ended;
    },
    ended: Promise.resolve(),
  };
  return Object.assign(follower, { ended: consume() });
}
