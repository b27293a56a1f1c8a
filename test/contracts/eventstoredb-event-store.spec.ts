import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventStoreDb } from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { type StandIn, startEventStoreStandIn } from '../support/eventstore-stand-in/index.mjs';
import { eventStoreContract } from './event-store.contract.js';

let folder: string;
let server: StandIn;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-eventstore-'));
  server = await startEventStoreStandIn({ dir: folder });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

eventStoreContract('eventstoredb', async () => {
  const store = openEventStoreDb({ url: server.connectionString, timings: { appendDeadlineMs: 60_000 } });
  return { store, close: () => store.close() };
});
