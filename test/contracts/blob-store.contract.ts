import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { BlobStore, NewBlob } from '../../src/application/ports/vault.js';
import { streamName } from '../../src/domain/shared/stream-name.js';

export const largeBytes = 256 * 1024 + 1;

/** Random bytes under a new id. */
export function newBlob(sizeBytes: number): NewBlob {
  return {
    id: v7(),
    anchor: streamName('email', v7()),
    createdAt: '2026-03-01T09:00:00.000Z',
    bytes: randomBytes(sizeBytes),
  };
}

/** What every `BlobStore` keeps to. The store that `open` gives may hold other blobs already. */
export function blobStoreContract(
  name: string,
  open: () => Promise<{ readonly blobs: BlobStore; close(): Promise<void> }>,
): void {
  describe(`${name} blob store`, () => {
    let blobs: BlobStore;
    let close: () => Promise<void>;

    beforeEach(async () => {
      const opened = await open();
      blobs = opened.blobs;
      close = () => opened.close();
    });
    afterEach(() => close());

    it.each([0, 1, 255, 256, 257, 5_000, largeBytes - 1, largeBytes, 3_000_000])(
      'gives back %d bytes',
      async (size) => {
        const blob = newBlob(size);
        await blobs.put(blob);
        expect((await blobs.get(blob.id))?.equals(blob.bytes)).toBe(true);
      },
    );

    it('has nothing under an unknown id', async () => {
      expect(await blobs.get(v7())).toBeUndefined();
    });

    it.each([
      ['small', 800, 900],
      ['large', largeBytes, largeBytes + 5],
      ['small, then large', 800, largeBytes],
      ['large, then small', largeBytes, 800],
    ])('changes nothing when an id comes again: %s', async (_, firstSize, secondSize) => {
      const first = newBlob(firstSize);
      await blobs.put(first);
      await blobs.put({ ...newBlob(secondSize), id: first.id });
      expect((await blobs.get(first.id))?.equals(first.bytes)).toBe(true);
    });

    it.each([800, largeBytes])('stores one of two that come at once under one id (%d bytes)', async (size) => {
      const first = newBlob(size);
      const second = { ...newBlob(size), id: first.id };
      await Promise.all([blobs.put(first), blobs.put(second)]);
      const stored = await blobs.get(first.id);
      expect([first, second].filter(({ bytes }) => stored?.equals(bytes))).toHaveLength(1);
    });

    describe('of bytes that come one after the other', () => {
      const place = { anchor: streamName('email', v7()), createdAt: '2026-03-01T09:00:00.000Z' };
      async function* inChunks(bytes: Buffer, chunkBytes: number): AsyncGenerator<Buffer> {
        for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
      }

      it.each([
        [0, 10],
        [800, 7],
        [largeBytes - 1, 1_000],
        [largeBytes, 64 * 1024],
        [2 * 1024 * 1024, 1024 * 1024],
        [3_000_001, 70_001],
        [20_000_000, 3_000_000],
      ])('finds all %d of them once they are stored, and none before', async (size, chunkBytes) => {
        const { id, bytes } = newBlob(size);
        const staged = await blobs.stage(id, inChunks(bytes, chunkBytes));
        expect(await blobs.get(id)).toBeUndefined();
        await staged.store(place);
        await staged.discard();
        expect((await blobs.get(id))?.equals(bytes)).toBe(true);
      });

      it.each([800, largeBytes, 3_000_000])('keeps none of %d that are given up', async (size) => {
        const { id, bytes } = newBlob(size);
        const staged = await blobs.stage(id, inChunks(bytes, 100_000));
        await staged.discard();
        expect(await blobs.get(id)).toBeUndefined();
      });

      it.each([100, largeBytes, 3_000_000])(
        'fails as its source does after %d, and can be tried again',
        async (size) => {
          const { id, bytes } = newBlob(size);
          async function* broken(): AsyncGenerator<Buffer> {
            yield* inChunks(bytes, 100_000);
            throw new RangeError('the client has gone');
          }
          await expect(blobs.stage(id, broken())).rejects.toThrow(RangeError);
          expect(await blobs.get(id)).toBeUndefined();
          const again = await blobs.stage(id, inChunks(bytes, 100_000));
          await again.store(place);
          expect((await blobs.get(id))?.equals(bytes)).toBe(true);
        },
      );

      it.each([800, largeBytes])('leaves the first of an id as it is (%d bytes)', async (size) => {
        const first = newBlob(size);
        await blobs.put(first);
        const staged = await blobs.stage(first.id, inChunks(newBlob(size).bytes, 1_000));
        await staged.store(place);
        await staged.discard();
        expect((await blobs.get(first.id))?.equals(first.bytes)).toBe(true);
      });
    });

    it.each([
      [800, 10, 20],
      [800, 790, 900],
      [800, 900, 950],
      [3_000_000, 0, 1],
      [3_000_000, 1024 * 1024 - 1, 1024 * 1024 + 1],
      [3_000_000, 500_000, 2_500_000],
      [3_000_000, 1024 * 1024, 2 * 1024 * 1024],
      [3_000_000, 2_999_990, 4_000_000],
    ])('reads of %d bytes those from %d to %d', async (size, start, end) => {
      const blob = newBlob(size);
      await blobs.put(blob);
      expect((await blobs.getRange(blob.id, start, end))?.equals(blob.bytes.subarray(start, end))).toBe(true);
      expect(await blobs.getRange(v7(), start, end)).toBeUndefined();
    });

    it('forgets what was deleted and nothing else, as often as asked', async () => {
      const [small, large, keptSmall, keptLarge] = [800, largeBytes, 800, largeBytes].map(newBlob) as [
        NewBlob,
        NewBlob,
        NewBlob,
        NewBlob,
      ];
      await Promise.all([small, large, keptSmall, keptLarge].map((blob) => blobs.put(blob)));
      await blobs.delete([small.id, large.id, v7()]);
      await blobs.delete([small.id, large.id]);
      await blobs.delete([]);
      expect(await blobs.get(small.id)).toBeUndefined();
      expect(await blobs.get(large.id)).toBeUndefined();
      expect((await blobs.get(keptSmall.id))?.equals(keptSmall.bytes)).toBe(true);
      expect((await blobs.get(keptLarge.id))?.equals(keptLarge.bytes)).toBe(true);
    });

    it('gives the place of a deleted body to another without mixing them', async () => {
      const [gone, next] = [newBlob(1000), newBlob(990)];
      await blobs.put(gone);
      await blobs.delete([gone.id]);
      await blobs.put(next);
      expect((await blobs.get(next.id))?.equals(next.bytes)).toBe(true);
      expect(await blobs.get(gone.id)).toBeUndefined();
    });
  });
}
