import { categories } from '../../src/programs/resources/resources.js';
import { rmSync } from 'node:fs';
import { jsonEvent } from '@eventstore/db-client';
import type { EventStore } from '../../src/application/ports/event-store.js';
import { verifyLog } from '../../src/application/verify/verify-log.js';
import { createEventCodec } from '../../src/infrastructure/event-codec/event-codec.js';
import { eventRegistry } from '../../src/programs/resources/resources.js';
import { chainLink } from '../../src/infrastructure/event-codec/digest.js';
import { openConnection } from '../../src/infrastructure/event-store/eventstoredb/connection.js';
import { openEventStoreDb } from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { readTailFigures } from '../../src/infrastructure/event-store/tail-figures.js';
import { sealMath } from '../../src/infrastructure/crypto/seal-key.js';
import { EncodedLog } from '../support/encoded-log.js';
import { type StandIn, startEventStoreStandIn } from '../support/eventstore-stand-in/index.mjs';
import { MemoryKeyStore } from '../support/memory-vault.js';
import { temporaryFolder } from '../support/server.js';

describe('a log that other programs write to', () => {
  const dir = temporaryFolder();
  let server: StandIn;
  let store: EventStore;
  let other: ReturnType<typeof openConnection>;
  let log: EncodedLog;
  beforeAll(async () => {
    server = await startEventStoreStandIn({ dir });
    store = openEventStoreDb({ categories, url: server.connectionString });
    other = openConnection(server.connectionString);
    log = new EncodedLog(store, new MemoryKeyStore());
    await foreign('foo', 2);
    await log.acceptMail(1);
    await foreign('order-1', 3);
    await log.acceptMail(2);
    await foreign('foo', 1);
  });
  afterAll(async () => {
    await store.close();
    await other.close();
    await server.stop();
    rmSync(dir, { recursive: true });
  });

  async function foreign(stream: string, events: number): Promise<void> {
    const happened = Array.from({ length: events }, () => jsonEvent({ type: 'Happened', data: { any: 'thing' } }));
    await other.ask(({ client }) => client.appendToStream(stream, happened));
  }

  it('is verified: what is not ours is counted and named', async () => {
    const verified = await verifyLog({
      store,
      linkOf: chainLink,
      codec: createEventCodec({ registry: eventRegistry }),
      math: sealMath,
    });
    expect(verified).toMatchObject({
      bad: undefined,
      events: 4,
      streams: 2,
      foreign: { events: 6, streams: 2, names: ['foo', 'order-1'] },
    });
  });

  it('gives its readers what is ours, and its tail', async () => {
    const page = await store.readAll({ limit: 100 });
    expect(page.events.map(({ type }) => type)).toEqual([
      'EmailAccepted',
      'DeliveryAttemptStarted',
      'EmailAccepted',
      'DeliveryAttemptStarted',
    ]);
    const { heads } = await store.readHeads({ limit: 100 });
    expect(heads.every(({ digest }) => digest !== null)).toBe(true);
    expect((await readTailFigures(store, 100)).count()).toBe(4);
  });
});
