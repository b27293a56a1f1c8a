import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { pathsIn } from '../../infrastructure/data-dir/data-dir.js';
import { compileMailSchemas } from '../../infrastructure/event-codec/compile-schema.js';
import { createEventCodec } from '../../infrastructure/event-codec/event-codec.js';
import { eventRegistry } from '../../programs/resources/resources.js';
import { openSqliteEventStore } from '../../infrastructure/event-store/sqlite/sqlite-event-store.js';
import { followedCategories } from '../../infrastructure/projection-runner/fold-page.js';
import { OpenedEvents } from '../../infrastructure/projection-runner/opened-events.js';
import { serveProjections } from '../../infrastructure/projection-runner/serve-projections.js';
import { SqliteReadStore } from '../../infrastructure/read-store/sqlite-read-store.js';
import { endThreadWhenDamaged } from '../../infrastructure/sqlite/damage.js';
import { WriteClient } from '../../infrastructure/sqlite/write-client.js';
import { connectVault } from '../../infrastructure/vault/sqlite/open-vault.js';
import { pendingProjection } from '../../projections/pending/pending.projection.js';
import { projections } from '../../programs/resources/resources.js';
import { comeAfterRequests } from '../../infrastructure/system/modest-worker.js';

/** What the thread is started with. */
export interface ProjectionsWorkerData {
  readonly dataDir: string;
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
  /** A line to the log's writer thread, and one to the vault's. */
  readonly eventLogPort: MessagePort;
  readonly vaultPort: MessagePort;
  /** False when the documents are only read; another role of another process keeps them. */
  readonly keepsDocuments: boolean;
}

/** A list waits for its caller's own write, half a second. */
const listPaceMs = 50;
/** Who delivers hears of fresh mail from the log: most of it has its last word before it would be written here. */
const pendingPaceMs = 100;

/** The thread that keeps the read models of the embedded engines: it alone writes `read.sqlite`. */
if (parentPort !== null) {
  comeAfterRequests();
  endThreadWhenDamaged();
  compileMailSchemas(eventRegistry);
  const { dataDir, masterKey, eventLogPort, vaultPort, keepsDocuments } = workerData as ProjectionsWorkerData;
  const vault = await connectVault({ dataDir, masterKey: Buffer.from(masterKey), port: vaultPort });
  const store = openSqliteEventStore({
    path: pathsIn(dataDir).eventLog,
    writer: new WriteClient(eventLogPort),
    sharedCategories: followedCategories(projections),
  });
  serveProjections({
    port: parentPort,
    projections: keepsDocuments ? projections : [],
    timingsOf: (projection) => ({ paceMs: projection === pendingProjection.name ? pendingPaceMs : listPaceMs }),
    readStore: SqliteReadStore.open(pathsIn(dataDir).readStore),
    store,
    codec: createEventCodec({ registry: eventRegistry, keepsRead: true }),
    keys: vault.keys,
    opened: new OpenedEvents(),
    async onClosed() {
      await store.close();
      await vault.close();
      eventLogPort.close();
    },
  });
}
