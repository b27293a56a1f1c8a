import type { EventStore } from '../../src/application/ports/event-store.js';
import type { LogImport } from '../../src/application/ports/log-import.js';
import { newStream, write } from './event-store/writes.js';

/** What every `LogImport` keeps to, as the store of the same log shows it. */
export function logImportContract(
  name: string,
  open: () => Promise<{ readonly store: EventStore; readonly import: LogImport; close(): Promise<void> }>,
): void {
  describe(`${name} log import`, () => {
    let log: Awaited<ReturnType<typeof open>>;
    beforeEach(async () => {
      log = await open();
    });
    afterEach(() => log.close());

    it('has a stream that was removed for ever refuse every append', async () => {
      const stream = newStream();
      const removal = { mode: 'tombstone', lastRevision: 4 } as const;
      await log.import.adoptRemoval(stream, removal);
      await log.import.adoptRemoval(stream, removal);
      expect(await log.store.removalOf(stream)).toEqual(removal);
      expect(await log.store.readStream(stream)).toEqual([]);
      expect(await log.store.readLast(stream)).toBeUndefined();
      for (const expected of ['no-stream', 0, 4] as const) {
        expect(await log.store.append([write(stream, expected, 'Late')])).toEqual({ result: 'conflict' });
      }
    });

    it('has a stream that was removed softly go on behind its last revision', async () => {
      const stream = newStream('submission');
      const removal = { mode: 'soft', lastRevision: 2 } as const;
      await log.import.adoptRemoval(stream, removal);
      expect(await log.store.readStream(stream)).toEqual([]);
      const again = write(stream, 'no-stream', 'Again');
      expect(await log.store.append([again])).toMatchObject({ result: 'written', revision: 3 });
      await log.import.adoptRemoval(stream, removal);
      expect(await log.store.removalOf(stream)).toEqual(removal);
      expect(await log.store.readStream(stream)).toMatchObject([{ id: again.events[0].id, revision: 3 }]);
      expect(await log.store.append([write(stream, 3, 'Next')])).toMatchObject({ result: 'written', revision: 4 });
    });

    it('shows no reader of the log anything of it', async () => {
      const before = write(newStream(), 'no-stream', 'Before');
      const first = await log.store.append([before]);
      if (first.result !== 'written') throw new Error('not written');
      await log.import.adoptRemoval(newStream('submission'), { mode: 'soft', lastRevision: 5 });
      await log.import.adoptRemoval(newStream(), { mode: 'tombstone', lastRevision: 1 });
      const behind = write(newStream(), 'no-stream', 'Behind');
      await log.store.append([behind]);
      const { events } = await log.store.readAll({ after: first.position, limit: 100 });
      expect(events.map(({ id }) => id)).toEqual([behind.events[0].id]);
    });

    it('takes no stream that was written here, or removed otherwise', async () => {
      const [written, removed] = [newStream(), newStream()];
      await log.store.append([write(written, 'no-stream', 'Here')]);
      await expect(log.import.adoptRemoval(written, { mode: 'soft', lastRevision: 0 })).rejects.toThrow('written');
      expect(await log.store.readStream(written)).toHaveLength(1);
      await log.import.adoptRemoval(removed, { mode: 'tombstone', lastRevision: 1 });
      await expect(log.import.adoptRemoval(removed, { mode: 'tombstone', lastRevision: 2 })).rejects.toThrow('written');
    });
  });
}
