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
