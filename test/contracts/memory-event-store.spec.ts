import { MemoryEventStore } from '../support/memory-event-store.js';
import { eventStoreContract } from './event-store.contract.js';
import { unreadableLogContract } from './event-store/unreadable.js';
import { logImportContract } from './log-import.contract.js';

eventStoreContract('memory', async () => {
  const store = new MemoryEventStore();
  return { store, close: () => store.close() };
});

unreadableLogContract('memory', async () => {
  const store = new MemoryEventStore();
  await store.close();
  return { store, close: () => store.close() };
});

logImportContract('memory', async () => {
  const store = new MemoryEventStore();
  return { store, import: store, close: () => store.close() };
});

describe('an empty memory log', () => {
  it('has no position', async () => {
    const store = new MemoryEventStore();
    expect(await store.head()).toBeUndefined();
    expect(await store.readAll({ limit: 10 })).toEqual({ events: [], position: undefined, atEnd: true });
  });
});
