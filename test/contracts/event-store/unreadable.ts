import { EventLogUnavailable, type EventStore } from '../../../src/application/ports/event-store.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import type { OpenStore } from './store-under-test.js';
import { newStream } from './writes.js';

const reads: Readonly<Record<string, (store: EventStore) => Promise<unknown>>> = {
  readStream: (store) => store.readStream(newStream()),
  readStreams: (store) => store.readStreams([newStream()]),
  absentAmong: (store) => store.absentAmong([newStream()]),
  readLast: (store) => store.readLast(newStream()),
  readAll: (store) => store.readAll({ limit: 1 }),
  readHeads: (store) => store.readHeads({ limit: 1 }),
  // A position is what each adapter makes of it; none looks at it before it looks for the log.
  readBack: (store) => store.readBack('00000000000000000001' as Position, 1),
  head: (store) => store.head(),
  removalOf: (store) => store.removalOf(newStream()),
};

/** A log that cannot be read: what is not known is not absent. */
export function unreadableLogContract(name: string, openUnreadable: OpenStore): void {
  describe(`a ${name} event store that cannot be read`, () => {
    it.each(Object.entries(reads))('says so: %s', async (_, read) => {
      const { store, close } = await openUnreadable();
      const error = await read(store).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      await close();
      expect(error).toBeInstanceOf(EventLogUnavailable);
    });
  });
}
