import { categories } from '../../src/programs/resources/resources.js';
import { rmSync } from 'node:fs';
import { openEventStoreDb } from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { eventStoreContract } from '../contracts/event-store.contract.js';
import { startEventStoreProcess } from '../support/eventstore-process.js';
import { givenProgram } from '../support/given-programs.mjs';
import { temporaryFolder } from '../support/server.js';

const given = process.env['TEST_EVENTSTORE_URL'];
const name = 'eventstoredb (TEST_EVENTSTORE_URL, TEST_EVENTSTORE_PROGRAM)';

/** On a server of others its own; on a program a server that ends with the file. */
function contractOnGivenServer(): void {
  let url = given ?? '';
  let end = (): Promise<void> => Promise.resolve();
  beforeAll(async () => {
    if (given !== undefined) return;
    const dir = temporaryFolder();
    const running = await startEventStoreProcess({ dir });
    url = running.connectionString;
    end = async () => {
      await running.kill();
      rmSync(dir, { recursive: true, force: true });
    };
  });
  afterAll(() => end());
  eventStoreContract(name, async () => {
    const store = openEventStoreDb({ categories, url });
    return { store, close: () => store.close() };
  });
}

if (given === undefined && givenProgram('EVENTSTORE') === undefined) {
  process.stdout.write(`skipped: ${name} (not set)\n`);
  describe.skip(`${name} is not set`, () => {
    it('runs', () => undefined);
  });
} else {
  contractOnGivenServer();
}
