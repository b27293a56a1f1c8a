import { parentPort, workerData } from 'node:worker_threads';
import { attemptDelivery } from './application/delivery/attempt-delivery.js';
import type { DeliveryPorts } from './application/delivery/delivery-ports.js';
import { createDispatcher } from './application/delivery/dispatcher.js';
import { recoverClaims } from './application/delivery/recovery.js';
import { createSendingDomains } from './application/sending-domain/sending-domains.js';
import { cachePauseMs, followLog } from './application/shared/follow-log.js';
import { createTransport, routing } from './delivery.routes.js';
import { pathsIn } from './infrastructure/data-dir/data-dir.js';
import type { DeliveryNotice, DeliveryOrder, DeliveryWorkerData } from './infrastructure/delivery-thread/messages.js';
import { createDeliveryReport } from './infrastructure/delivery-thread/report.js';
import { createDkimSigner } from './infrastructure/dkim/dkim-signer.js';
import { createEventCodec } from './infrastructure/event-codec/event-codec.js';
import { bodySealer } from './infrastructure/event-codec/sealing.js';
import { withCountedAppends } from './infrastructure/event-store/counted-appends.js';
import { openSqliteEventStore } from './infrastructure/event-store/sqlite/sqlite-event-store.js';
import { openKeyedHash } from './infrastructure/identity/keyed-hash.js';
import { createMailComposer } from './infrastructure/mail-composer/mail-composer.js';
import { SqliteReadStore } from './infrastructure/read-store/sqlite-read-store.js';
import { WriteClient } from './infrastructure/sqlite/write-client.js';
import { connectVault } from './infrastructure/vault/sqlite/open-vault.js';
import { createInProcessQueue } from './infrastructure/work-queue/in-process-queue.js';
import { pendingProjection } from './projections/pending/pending.projection.js';
import { logPorts } from './services.module.js';

/** Mails in work for each connection: while one waits for its signature another is on the wire. */
const jobsPerConnection = 2;
/** How often claims past their deadline are looked for: an attempt that could not be recorded. */
const recoverEveryMs = 60_000;

if (parentPort === null) throw new Error('delivery.worker runs in a thread of its own');
const port = parentPort;
const { config, masterKey, eventLogPort, vaultPort, catcherPort, restoredAt } = workerData as DeliveryWorkerData;
const post = (notice: DeliveryNotice): void => port.postMessage(notice);
const report = createDeliveryReport(post);
const failed =
  (message: string) =>
  (error: unknown): void =>
    report.log({ level: 'error', fields: { reason: messageOf(error) }, message });

// Connections of this thread's own; what it writes goes through the writers that the other threads use.
const vault = await connectVault({ dataDir: config.dataDir, masterKey: Buffer.from(masterKey), port: vaultPort });
const openedStore = openSqliteEventStore({
  path: pathsIn(config.dataDir).eventLog,
  writer: new WriteClient(eventLogPort),
});
const readStore = SqliteReadStore.open(pathsIn(config.dataDir).readStore, { readOnly: true });
const transport = createTransport(config, catcherPort);
const log = logPorts({
  store: withCountedAppends(openedStore, report.append),
  codec: createEventCodec(),
  keys: vault.keys,
});
const domains = createSendingDomains(log, await openKeyedHash(vault.keys));
const ports: DeliveryPorts = {
  ...log,
  blobs: vault.blobs,
  sealer: bodySealer,
  composer: createMailComposer({ sign: createDkimSigner({ keys: vault.keys }) }),
  transport,
  domains,
  route: routing(config),
  settings: {
    worker: log.ids.next(),
    policy: config.retryPolicy,
    afterDotTimeoutMs: config.smtpTimings.afterDotTimeoutMs,
    claimMarginMs: config.smtpTimings.claimMarginMs,
  },
  jitter: () => Math.random() * 2 - 1,
  onAttempt: report.attempt,
};
const recovery = { ports, readStore, pending: pendingProjection, restoredAt };

// We hold the lock on DATA_DIR, so every other worker that claimed anything here since a restore is dead.
const recovered = await recoverClaims(recovery, true);
if (recovered > 0) {
  const message = 'attempts of an earlier run have an unknown outcome';
  report.log({ level: 'warn', fields: { attempts: recovered }, message });
}

const queue = createInProcessQueue(({ id }, error) =>
  report.log({
    level: 'error',
    fields: { job: id, reason: messageOf(error) },
    message: 'a mail is held: it is offered again',
  }),
);
const onReadFailure = failed('the dispatcher could not read what is pending');
const dispatcher = createDispatcher({
  readStore,
  pending: pendingProjection,
  queue,
  clock: log.clock,
  regions: 'all',
  onFailure: onReadFailure,
});
const recoveryTimer = setInterval(() => {
  recoverClaims(recovery, false).catch(onReadFailure);
}, recoverEveryMs);
const stopping = new AbortController();
const following = followLog(openedStore, {
  filter: { categories: ['domain', 'domainname'] },
  after: await openedStore.head(),
  signal: stopping.signal,
  pauseMs: cachePauseMs,
  onPage: ({ events }) => events.forEach(({ stream }) => domains.forget(stream)),
  onFailure: failed('the delivery worker could not follow the domains'),
});
queue.process(transport.concurrency('catcher') * jobsPerConnection, (job) => attemptDelivery(ports, job));

async function stop(): Promise<void> {
  clearInterval(recoveryTimer);
  await dispatcher.stop();
  // What waits for a reply gets its time; the jobs end when their transactions have.
  await Promise.all([queue.stop(), transport.close(config.shutdownGraceMs)]);
  stopping.abort();
  await following;
  await Promise.all([openedStore.close(), vault.close(), readStore.close()]);
  eventLogPort.close();
  report.flush();
  post({ kind: 'stopped' });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

port.on('message', (order: DeliveryOrder) => {
  if (order === 'wake') dispatcher.wake();
  // A rejection ends the thread, and with it the process.
  else void stop();
});
post({ kind: 'started' });
