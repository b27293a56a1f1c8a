import { appendsContract } from './event-store/appends.js';
import { readsContract } from './event-store/reads.js';
import { removalsContract } from './event-store/removals.js';
import { type OpenStore, storeOfEachTest } from './event-store/store-under-test.js';
import { subscriptionsContract } from './event-store/subscriptions.js';

/** What every `EventStore` keeps to. The log that `open` gives may hold other events already. */
export function eventStoreContract(name: string, open: OpenStore): void {
  describe(`${name} event store`, () => {
    const underTest = storeOfEachTest(open);
    appendsContract(underTest);
    readsContract(underTest);
    subscriptionsContract(underTest);
    removalsContract(underTest);
  });
}
