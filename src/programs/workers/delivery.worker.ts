import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { onlyWorker } from '../../application/lease/workers.js';
import { runDelivery } from '../delivery/run-delivery.js';
import type { Config } from '../../infrastructure/config/config.js';
import { pathsIn } from '../../infrastructure/data-dir/data-dir.js';
import type { DeliveryNotice, DeliveryOrder } from '../../infrastructure/delivery-thread/messages.js';
import { DeliveryReport } from '../../infrastructure/delivery-thread/report.js';
import { compileMailSchemas } from '../../infrastructure/event-codec/compile-schema.js';
import { createEventCodec } from '../../infrastructure/event-codec/event-codec.js';
import { eventRegistry } from '../../programs/resources/resources.js';
import { withCountedAppends } from '../../infrastructure/event-store/counted-appends.js';
import { openSqliteEventStore } from '../../infrastructure/event-store/sqlite/sqlite-event-store.js';
import { ids } from '../../infrastructure/system/ids.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { SqliteReadStore } from '../../infrastructure/read-store/sqlite-read-store.js';
import { endThreadWhenDamaged } from '../../infrastructure/sqlite/damage.js';
import { WriteClient } from '../../infrastructure/sqlite/write-client.js';
import { connectVault } from '../../infrastructure/vault/sqlite/open-vault.js';
import { createTracer } from '../../infrastructure/tracing/sampler.js';
import { InProcessQueue } from '../../infrastructure/work-queue/in-process-queue.js';
import { logPorts } from '../../infrastructure/system/log-ports.js';
import { comeAfterRequests } from '../../infrastructure/system/modest-worker.js';

/** What the thread is started with. */
export interface DeliveryWorkerData {
  readonly config: Config;
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
  /** A line to the log's writer thread, and one to the vault's. */
  readonly eventLogPort: MessagePort;
  readonly vaultPort: MessagePort;
  /** Where the catcher listens on loopback. */
  readonly catcherPort: number;
  /** Time of the last restore or migration, ISO 8601; null when there was none. */
  readonly copiedAt: string | null;
}

if (parentPort === null) throw new Error('delivery.worker runs in a thread of its own');
comeAfterRequests();
endThreadWhenDamaged();
compileMailSchemas(eventRegistry);
const port = parentPort;
const { config, masterKey, eventLogPort, vaultPort, catcherPort, copiedAt } = workerData as DeliveryWorkerData;
const post = (notice: DeliveryNotice): void => port.postMessage(notice);
const report = new DeliveryReport(post);
const onFailure = (error: unknown, message: string): void =>
  report.log({ level: 'error', fields: { reason: messageOf(error) }, message });

// Connections of this thread's own; what it writes goes through the writers that the other threads use.
const vault = await connectVault({ dataDir: config.dataDir, masterKey: Buffer.from(masterKey), port: vaultPort });
const store = openSqliteEventStore({
  path: pathsIn(config.dataDir).eventLog,
  writer: new WriteClient(eventLogPort),
});
const readStore = SqliteReadStore.open(pathsIn(config.dataDir).readStore, { readOnly: true });
const delivery = await runDelivery({
  config,
  log: logPorts({
    store: withCountedAppends(store, (result) => report.append(result)),
    codec: createEventCodec({ registry: eventRegistry, keepsRead: true }),
    keys: vault.keys,
  }),
  keys: vault.keys,
  blobs: vault.blobs,
  hash: await openKeyedHash(vault.keys),
  readStore,
  queue: new InProcessQueue(({ id }, error) =>
    report.log({
      level: 'error',
      fields: { job: id, reason: messageOf(error) },
      message: 'an email is held: it is offered again',
    }),
  ),
  polls: false,
  catcherPort,
  copiedAt,
  // We hold the lock on DATA_DIR: every other worker that claimed anything here since a restore is dead.
  workers: onlyWorker(ids.next()),
  onAttempt: (outcome) => report.attempt(outcome),
  onResult: (result) => report.result(result),
  tracer: config.tracing === null ? null : createTracer(config.tracing.sampling, (span) => report.span(span)),
  onTlsSession: config.tlsReports === null ? null : (judged) => report.tlsSession(judged),
  onTrouble: (change) => post({ kind: 'trouble', change }),
  onWarning: (fields, message) => report.log({ level: 'warn', fields, message }),
  onFailure,
});

async function stop(): Promise<void> {
  await delivery.stop();
  await Promise.all([store.close(), vault.close(), readStore.close()]);
  eventLogPort.close();
  report.flush();
  post({ kind: 'stopped' });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

port.on('message', (order: DeliveryOrder) => {
  if (order === 'wake') delivery.wake();
  // A rejection ends the thread, and with it the process.
  else void stop();
});
post({ kind: 'started' });
