import type { StoreUnderTest } from './store-under-test.js';
import { newStream, write } from './writes.js';

/** Streams that are removed for ever, or until they are opened again. */
export function removalsContract({ store, append, written, readTypes, pagesAfter }: StoreUnderTest): void {
  describe('removeStream', () => {
    it.each(['tombstone', 'soft'] as const)('%s: the stream reads as absent, others stay', async (mode) => {
      const [stream, other] = [newStream(), newStream()];
      await append(stream, 'no-stream', 'A', 'B');
      await append(other, 'no-stream', 'Other');
      expect(await store().removeStream(stream, mode, 1)).toMatchObject({ result: 'written' });
      expect(await readTypes(stream)).toEqual([]);
      expect(await store().readLast(stream)).toBeUndefined();
      expect(await readTypes(other)).toEqual(['Other']);
    });

    it.each(['tombstone', 'soft'] as const)('%s: asked again is answered as done', async (mode) => {
      const stream = newStream();
      await append(stream, 'no-stream', 'A');
      await store().removeStream(stream, mode, 0);
      expect(await store().removeStream(stream, mode, 0)).toMatchObject({ result: 'written' });
      expect(await readTypes(stream)).toEqual([]);
    });

    it.each(['tombstone', 'soft'] as const)('%s: refuses another revision, or an absent stream', async (mode) => {
      const stream = newStream();
      expect(await store().removeStream(stream, mode, 0)).toEqual({ result: 'conflict' });
      await append(stream, 'no-stream', 'A', 'B');
      expect(await store().removeStream(stream, mode, 0)).toEqual({ result: 'conflict' });
      expect(await readTypes(stream)).toEqual(['A', 'B']);
    });

    it('a tombstone refuses every append for ever', async () => {
      const [stream, anchor] = [newStream(), newStream()];
      const opening = write(stream, 'no-stream', 'A');
      await written([opening]);
      await store().removeStream(stream, 'tombstone', 0);
      expect(await append(stream, 'no-stream', 'B')).toEqual({ result: 'conflict' });
      expect(await append(stream, 0, 'B')).toEqual({ result: 'conflict' });
      expect(await store().append([opening])).toEqual({ result: 'conflict' });
      await written([write(anchor, 'no-stream', 'Anchor'), write(stream, 'no-stream', 'B')]);
      expect(await readTypes(stream)).toEqual([]);
    });

    it('a soft-removed stream is opened again behind its last revision, and only once', async () => {
      const stream = newStream('submission');
      await append(stream, 'no-stream', 'A', 'B');
      await store().removeStream(stream, 'soft', 1);
      const reopening = write(stream, 'no-stream', 'C', 'D');
      const result = await written([reopening]);
      expect(result.revision).toBe(3);
      expect((await store().readStream(stream)).map(({ revision, type }) => [revision, type])).toEqual([
        [2, 'C'],
        [3, 'D'],
      ]);
      expect(await store().append([reopening])).toEqual(result);
      expect(await append(stream, 'no-stream', 'Late')).toEqual({ result: 'conflict' });
      expect(await append(stream, 3, 'E')).toMatchObject({ result: 'written', revision: 4 });
    });

    it('a stream can be removed again, softly or for ever', async () => {
      const stream = newStream('submission');
      await append(stream, 'no-stream', 'A');
      await store().removeStream(stream, 'soft', 0);
      await append(stream, 'no-stream', 'B');
      expect(await store().removeStream(stream, 'soft', 1)).toMatchObject({ result: 'written' });
      expect(await append(stream, 'no-stream', 'C')).toMatchObject({ result: 'written', revision: 2 });
      expect(await store().removeStream(stream, 'tombstone', 2)).toMatchObject({ result: 'written' });
      expect(await append(stream, 'no-stream', 'D')).toEqual({ result: 'conflict' });
    });

    it('tells how a stream was last removed, also once it has gone on', async () => {
      const stream = newStream('submission');
      await append(stream, 'no-stream', 'A', 'B');
      expect(await store().removalOf(stream)).toBeUndefined();
      await store().removeStream(stream, 'soft', 1);
      await append(stream, 'no-stream', 'C');
      expect(await store().removalOf(stream)).toEqual({ mode: 'soft', lastRevision: 1 });
      await store().removeStream(stream, 'tombstone', 2);
      expect(await store().removalOf(stream)).toEqual({ mode: 'tombstone', lastRevision: 2 });
    });

    it('leaves the way through the rest of the log open', async () => {
      const start = await store().head();
      const [removed, kept] = [newStream(), newStream()];
      await append(removed, 'no-stream', 'Removed');
      await append(kept, 'no-stream', 'Kept');
      await store().removeStream(removed, 'tombstone', 0);
      await append(kept, 0, 'KeptToo');
      const events = (await pagesAfter(start, 1)).flatMap((page) => page.events);
      expect(events.filter(({ stream }) => stream === kept).map(({ type }) => type)).toEqual(['Kept', 'KeptToo']);
    });
  });
}
