import { openEventStoreDb } from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { eventStoreContract } from '../contracts/event-store.contract.js';

const url = process.env['TEST_EVENTSTORE_URL'];
const name = 'eventstoredb (TEST_EVENTSTORE_URL)';

if (url === undefined) {
  process.stdout.write(`skipped: ${name} (not set)\n`);
  describe.skip(`${name} is not set`, () => {
    it('runs', () => undefined);
  });
} else {
  eventStoreContract(name, async () => {
    const store = openEventStoreDb({ url });
    return { store, close: () => store.close() };
  });
}
