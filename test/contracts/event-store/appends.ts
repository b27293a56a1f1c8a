import {
  type ExpectedRevision,
  MAX_APPEND_BYTES,
  type StreamAppend,
} from '../../../src/application/ports/event-store.js';
import type { StreamName } from '../../../src/domain/shared/stream-name.js';
import type { StoreUnderTest } from './store-under-test.js';
import { newEvent, newStream, write } from './writes.js';

/** What an append promises, and what no engine takes. */
export function appendsContract({ store, append, written, readTypes }: StoreUnderTest): void {
  describe('append and readStream', () => {
    it('gives back what was appended, in order, with revisions from 0', async () => {
      const stream = newStream();
      const first = write(stream, 'no-stream', 'One', 'Two');
      const second = write(stream, 1, 'Three');
      const one = await written([first]);
      const two = await written([second]);
      const stored = await store().readStream(stream);
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
      expect(await store().readStream(stream)).toMatchObject([event]);
    });

    it('reads from a revision and up to a limit', async () => {
      const stream = newStream();
      await append(stream, 'no-stream', 'A', 'B', 'C', 'D');
      const revisions = async (options: { from?: number; limit?: number }) =>
        (await store().readStream(stream, options)).map(({ revision }) => revision);
      expect(await revisions({ from: 2 })).toEqual([2, 3]);
      expect(await revisions({ limit: 3 })).toEqual([0, 1, 2]);
      expect(await revisions({ from: 1, limit: 2 })).toEqual([1, 2]);
      expect(await revisions({ from: 4 })).toEqual([]);
    });

    it('reads an absent stream as empty', async () => {
      expect(await store().readStream(newStream())).toEqual([]);
    });

    it('reads several streams together', async () => {
      const [one, other, absent, removed] = [newStream(), newStream(), newStream(), newStream()];
      await append(one, 'no-stream', 'A', 'B');
      await append(other, 'no-stream', 'C');
      await append(one, 1, 'D');
      await append(removed, 'no-stream', 'A');
      await store().removeStream(removed, 'tombstone', 0);
      const read = await store().readStreams([one, absent, other, removed, one]);
      const alone = async (stream: StreamName) => [stream, await store().readStream(stream)] as const;
      expect(read).toEqual(new Map([await alone(one), await alone(other)]));
      expect(read.get(one)).toHaveLength(3);
      expect(await store().readStreams([])).toEqual(new Map());
    });

    it('reads several streams together, however much they are', async () => {
      const streams = [newStream(), newStream(), newStream()];
      const data = JSON.stringify({ text: 'x'.repeat(MAX_APPEND_BYTES / 2) });
      for (const stream of streams) {
        await written([{ stream, expected: 'no-stream', events: [{ ...newEvent('Long'), data }] }]);
        await append(stream, 0, 'Last');
      }
      const read = await store().readStreams(streams);
      expect([...read].map(([stream, { length }]) => [stream, length])).toEqual(streams.map((stream) => [stream, 2]));
    });

    it('knows which of several streams read as empty', async () => {
      const [there, absent, removed] = [newStream(), newStream(), newStream()];
      await append(there, 'no-stream', 'A', 'B');
      await append(removed, 'no-stream', 'A');
      await store().removeStream(removed, 'tombstone', 0);
      expect(await store().absentAmong([there, absent, removed])).toEqual(new Set([absent, removed]));
      expect(await store().absentAmong([])).toEqual(new Set());
    });

    it('reads the last event of a stream', async () => {
      const stream = newStream();
      expect(await store().readLast(stream)).toBeUndefined();
      await append(stream, 'no-stream', 'A', 'B');
      await append(stream, 1, 'C');
      expect(await store().readLast(stream)).toEqual((await store().readStream(stream)).at(-1));
      expect(await store().readLast(stream)).toMatchObject({ type: 'C', revision: 2 });
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
      expect(await store().append([opening])).toEqual(first);
      const second = await written([next]);
      expect(await store().append([next])).toEqual(second);
      expect(await store().append([opening])).toEqual(first);
      expect(await readTypes(stream)).toEqual(['A', 'B', 'C']);
    });

    it('is a conflict when only its beginning is there', async () => {
      const stream = newStream();
      const [event] = write(stream, 'no-stream', 'A').events;
      await written([{ stream, expected: 'no-stream', events: [event] }]);
      const longer: StreamAppend = { stream, expected: 'no-stream', events: [event, newEvent('B')] };
      expect(await store().append([longer])).toEqual({ result: 'conflict' });
      expect(await readTypes(stream)).toEqual(['A']);
    });

    it('still writes those of its other streams that are missing', async () => {
      const [anchor, existing, missing] = [newStream(), newStream(), newStream()];
      const anchorWrite = write(anchor, 'no-stream', 'Anchor');
      const existingWrite = write(existing, 'no-stream', 'There');
      await written([anchorWrite, existingWrite]);
      const again = await written([anchorWrite, existingWrite, write(missing, 'no-stream', 'Missing')]);
      expect(await Promise.all([anchor, existing, missing].map(readTypes))).toEqual([
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
      const stored = (await Promise.all([anchor, a, b].map((stream) => store().readStream(stream)))).flat();
      expect(stored.map(({ type }) => type)).toEqual(['Anchor', 'Anchored', 'A', 'B']);
      expect(result).toEqual({ result: 'written', revision: 1, position: stored[3]?.position });
    });

    it('writes nothing when the anchor conflicts', async () => {
      const [anchor, other] = [newStream(), newStream()];
      await append(anchor, 'no-stream', 'Taken');
      const result = await store().append([write(anchor, 'no-stream', 'Late'), write(other, 'no-stream', 'Other')]);
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

  describe('several appends in one call', () => {
    it('are each as if alone: one that conflicts leaves the others as they are', async () => {
      const [taken, beside, first, second] = [newStream(), newStream(), newStream(), newStream()];
      await append(taken, 'no-stream', 'Taken');
      const again = write(second, 'no-stream', 'Second');
      const results = await store().appendEach([
        [write(first, 'no-stream', 'First', 'More')],
        [write(taken, 'no-stream', 'Late'), write(beside, 'no-stream', 'Beside')],
        [again],
      ]);
      expect(results).toMatchObject([
        { result: 'written', revision: 1 },
        { result: 'conflict' },
        { result: 'written', revision: 0, position: (await store().readLast(second))?.position },
      ]);
      expect(await Promise.all([taken, beside, first, second].map(readTypes))).toEqual([
        ['Taken'],
        [],
        ['First', 'More'],
        ['Second'],
      ]);
      expect(await store().appendEach([[again]])).toEqual([results[2]]);
    });

    it('write nothing where one of them is what no engine takes', async () => {
      const [good, bad] = [newStream(), newStream()];
      const wrong: StreamAppend = { stream: bad, expected: -1, events: [newEvent('Bad')] };
      await expect(store().appendEach([[write(good, 'no-stream', 'Good')], [wrong]])).rejects.toThrow();
      expect(await readTypes(good)).toEqual([]);
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
      const before = await store().head();
      const good = newStream();
      await expect(store().append([bad])).rejects.toMatchObject({ code: expect.any(String) });
      await expect(store().append([write(good, 'no-stream', 'Good'), bad])).rejects.toThrow();
      expect(await readTypes(good)).toEqual([]);
      expect(await store().head()).toEqual(before);
    });

    it('takes exactly 1 MiB over the events of one stream, and not a byte more', async () => {
      const full = newStream();
      const over = newStream();
      await written([{ stream: full, expected: 'no-stream', events: eventsOf(MAX_APPEND_BYTES) }]);
      expect(await store().readStream(full)).toHaveLength(2);
      await expect(
        store().append([{ stream: over, expected: 'no-stream', events: eventsOf(MAX_APPEND_BYTES + 1) }]),
      ).rejects.toMatchObject({ code: 'too-large' });
      expect(await store().readStream(over)).toEqual([]);
    });

    it('takes two streams of 1 MiB each in one append', async () => {
      const [a, b] = [newStream(), newStream()];
      await written([
        { stream: a, expected: 'no-stream', events: eventsOf(MAX_APPEND_BYTES) },
        { stream: b, expected: 'no-stream', events: eventsOf(MAX_APPEND_BYTES) },
      ]);
      expect(await store().readStream(b)).toHaveLength(2);
    });
  });
}

/** Two events of so many bytes together; the letters take two bytes each, so that characters do not count. */
function eventsOf(bytes: number): StreamAppend['events'] {
  const first = { ...newEvent('Large'), data: JSON.stringify('é'.repeat(1000)) };
  const second = { ...newEvent('Large'), data: '""' };
  const used = [first, second].reduce((sum, e) => sum + Buffer.byteLength(e.type + e.data + e.metadata), 0);
  return [first, { ...second, data: JSON.stringify('x'.repeat(bytes - used)) }];
}
