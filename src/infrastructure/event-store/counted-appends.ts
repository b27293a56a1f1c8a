import type { AppendResult, EventStore } from '../../application/ports/event-store.js';

/** The same store; `onAppend` hears how each append ended. */
export function withCountedAppends(store: EventStore, onAppend: (result: AppendResult['result']) => void): EventStore {
  return {
    async append(writes) {
      const appended = await store.append(writes);
      onAppend(appended.result);
      return appended;
    },
    async appendEach(appends) {
      const appended = await store.appendEach(appends);
      for (const { result } of appended) onAppend(result);
      return appended;
    },
    absentAmong: (streams) => store.absentAmong(streams),
    readStream: (stream, options) => store.readStream(stream, options),
    readStreams: (streams) => store.readStreams(streams),
    readLast: (stream) => store.readLast(stream),
    readAll: (options) => store.readAll(options),
    readHeads: (options) => store.readHeads(options),
    readBack: (from, limit) => store.readBack(from, limit),
    head: () => store.head(),
    subscribe: (options) => store.subscribe(options),
    removeStream: (stream, mode, expected) => store.removeStream(stream, mode, expected),
    removalOf: (stream) => store.removalOf(stream),
    close: () => store.close(),
  };
}
