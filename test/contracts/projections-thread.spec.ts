import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathsIn } from '../../src/infrastructure/data-dir/data-dir.js';
import { createEventCodec } from '../../src/infrastructure/event-codec/event-codec.js';
import { eventRegistry } from '../../src/programs/resources/resources.js';
import { openEventLog } from '../../src/infrastructure/event-store/sqlite/sqlite-event-store.js';
import { compareProjection } from '../../src/infrastructure/projection-runner/compare-projection.js';
import { startProjectionsThread } from '../../src/programs/workers/threads.js';
import { copyDatabase } from '../../src/infrastructure/sqlite/database.js';
import { SqliteReadStore } from '../../src/infrastructure/read-store/sqlite-read-store.js';
import { openVault } from '../../src/infrastructure/vault/sqlite/open-vault.js';
import { emailsProjection } from '../../src/projections/emails/emails.projection.js';
import { pendingProjection } from '../../src/projections/pending/pending.projection.js';
import { projections as allProjections } from '../../src/programs/resources/resources.js';
import { EncodedLog } from '../support/encoded-log.js';
import { idAt, teamId } from '../support/recorded-events.js';

const patienceMs = 10_000;
const masterKey = Buffer.alloc(32, 7);

let dataDir: string;
let opened: (() => Promise<void>)[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'posthorn-projections-'));
  opened = [];
});
afterEach(async () => {
  for (const close of opened.reverse()) await close();
  rmSync(dataDir, { recursive: true });
});

/** The real engines, each writer in its thread. */
async function engines() {
  const { store, writer } = await openEventLog(pathsIn(dataDir).eventLog);
  opened.push(
    () => writer.close(),
    () => store.close(),
  );
  const vault = await openVault({ dataDir, masterKey });
  opened.push(() => vault.close());
  const start = () =>
    startProjectionsThread(
      {
        ...{ dataDir, masterKey, keepsDocuments: true },
        eventLogPort: writer.connect(),
        vaultPort: vault.connect(),
      },
      { listeners: {}, memoryMb: null },
    );
  return { store, vault, log: new EncodedLog(store, vault.keys), start };
}

describe('the projections thread over the embedded engines', () => {
  it('keeps every projection current while the log grows, and after a new start', async () => {
    const { log, start } = await engines();
    const first = await start();
    const changed = new Promise<void>((resolve) => void first.onAdvanced('pending', () => resolve()));
    const accepted = await log.acceptMail(1);
    expect(await first.whenProcessed('emails', accepted, patienceMs)).toBe(true);
    expect(await first.whenProcessed('pending', accepted, patienceMs)).toBe(true);
    await changed;
    expect(await first.readStore.get(emailsProjection, idAt(1))).toMatchObject({
      subject: 'A secret subject',
      lastEvent: 'sent',
    });
    await first.close();

    const delivered = await log.deliver(1);
    const second = await start();
    expect(await second.whenProcessed('emails', delivered, patienceMs)).toBe(true);
    const query = { equals: { teamId }, orderBy: 'id', direction: 'desc', limit: 10 } as const;
    const { documents } = await second.readStore.list(emailsProjection, query);
    expect(documents).toMatchObject([{ id: idAt(1), position: delivered, document: { lastEvent: 'delivered' } }]);
    expect((await second.status()).map(({ name, state, error }) => ({ name, state, error }))).toEqual(
      allProjections.map(({ name }) => ({ name, state: 'running', error: null })),
    );
    await second.close();
  });

  it('leaves nothing of an erased mail in any file of the read store', async () => {
    const { log, start } = await engines();
    const { whenProcessed, readStore, close } = await start();
    const filesWithSecret = () =>
      readdirSync(dataDir)
        .filter((file) => file.startsWith('read.sqlite'))
        .filter((file) => readFileSync(join(dataDir, file)).includes('A secret subject'));
    await whenProcessed('emails', await log.acceptMail(1), patienceMs);
    expect(filesWithSecret()).not.toEqual([]);
    await whenProcessed('emails', await log.erase(1), patienceMs);
    expect(filesWithSecret()).toEqual([]);
    expect(await readStore.get(emailsProjection, idAt(1))).toMatchObject({ erased: true, lastEvent: 'sent' });
    await close();
  });

  it('keeps documents that a fold from the start gives again, byte for byte, compared beside the running thread', async () => {
    const { log, store, vault, start } = await engines();
    const { whenProcessed, close } = await start();
    for (let number = 1; number <= 20; number += 1) await log.acceptMail(number);
    await log.deliver(3);
    const last = await log.erase(4);
    for (const { name } of allProjections) expect(await whenProcessed(name, last, patienceMs)).toBe(true);
    const copy = join(dataDir, 'snapshot.sqlite');
    copyDatabase(pathsIn(dataDir).readStore, copy);
    await whenProcessed('emails', await log.deliver(5), patienceMs);
    const snapshot = SqliteReadStore.open(copy, { readOnly: true });
    const ports = { store, codec: createEventCodec({ registry: eventRegistry }), keys: vault.keys, snapshot };
    for (const projection of allProjections) {
      const scratch = SqliteReadStore.open(':memory:');
      expect(await compareProjection({ ...ports, projection, scratch })).toBeUndefined();
      expect(await scratch.count(pendingProjection, {})).toBe(projection === pendingProjection ? 20 : 0);
      await scratch.close();
    }
    await snapshot.close();
    await close();
  });

  it('refuses to start where the log is not there', async () => {
    const { log: _log, start } = await engines();
    rmSync(pathsIn(dataDir).eventLog);
    await expect(start()).rejects.toThrow();
  });
});
