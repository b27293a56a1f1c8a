import { categories } from '../../src/programs/resources/resources.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { v7 } from 'uuid';
import {
  openEventStoreDb,
  openEventStoreDbImport,
} from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { closedPort } from '../support/closed-port.js';
import { type StandIn, startEventStoreStandIn } from '../support/eventstore-stand-in/index.mjs';
import { eventStoreContract } from './event-store.contract.js';
import { unreadableLogContract } from './event-store/unreadable.js';
import { newStream, write } from './event-store/writes.js';
import { logImportContract } from './log-import.contract.js';

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
  const store = openEventStoreDb({ categories, url: server.connectionString, timings: { appendDeadlineMs: 60_000 } });
  return { store, close: () => store.close() };
});

unreadableLogContract('eventstoredb', async () => {
  const url = `esdb://127.0.0.1:${await closedPort()}?tls=false&maxDiscoverAttempts=1`;
  const store = openEventStoreDb({ categories, url, timings: { outagePatienceMs: 0 } });
  return { store, close: () => store.close() };
});

async function openWithImport() {
  const store = openEventStoreDb({ categories, url: server.connectionString, timings: { appendDeadlineMs: 60_000 } });
  const removals = openEventStoreDbImport({ categories, url: server.connectionString });
  const close = async (): Promise<void> => {
    await removals.close();
    await store.close();
  };
  return { store, import: removals, close };
}

logImportContract('eventstoredb', openWithImport);

it('goes on with a removal that was cut off behind the events that stand in for others', async () => {
  const { store, import: removals, close } = await openWithImport();
  const client = EventStoreDBClient.connectionString(server.connectionString);
  const stream = newStream('submission');
  const filler = [0, 1, 2].map(() => jsonEvent({ id: v7(), type: '$stream-filler', data: {} }));
  await client.appendToStream(stream, filler, { expectedRevision: NO_STREAM });
  const removal = { mode: 'soft', lastRevision: 2 } as const;
  await client.appendToStream(
    `removal-${stream}`,
    jsonEvent({ id: v7(), type: '$stream-removal', data: { ...removal } }),
  );
  await removals.adoptRemoval(stream, removal);
  expect(await store.append([write(stream, 'no-stream', 'Again')])).toMatchObject({ result: 'written', revision: 3 });
  await client.dispose();
  await close();
});
