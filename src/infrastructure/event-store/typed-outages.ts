import { EventLogUnavailable, type EventStore } from '../../application/ports/event-store.js';

/** The same store; a read that fails fails with `EventLogUnavailable`, so that every edge can tell it from a fault of ours. */
export function withTypedOutages(store: EventStore): EventStore {
  const typed = async <Result>(read: () => Promise<Result>): Promise<Result> => {
    try {
      return await read();
    } catch (cause) {
      throw new EventLogUnavailable('the event log cannot be read', { cause });
    }
  };
  return {
    append: (writes) => store.append(writes),
    readStream: (stream, options) => typed(() => store.readStream(stream, options)),
    readLast: (stream) => typed(() => store.readLast(stream)),
    readAll: (options) => typed(() => store.readAll(options)),
    readHeads: (options) => typed(() => store.readHeads(options)),
    readBack: (from, limit) => typed(() => store.readBack(from, limit)),
    head: () => typed(() => store.head()),
    removalOf: (stream) => typed(() => store.removalOf(stream)),
    subscribe: (options) => store.subscribe(options),
    removeStream: (stream, mode, expected) => store.removeStream(stream, mode, expected),
    close: () => store.close(),
  };
}
