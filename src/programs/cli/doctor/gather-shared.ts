import type { Db } from 'mongodb';
import type { Facts, Readable, ReadModelFacts, VaultFacts } from '../../../application/doctor/facts.js';
import type { LogFacts } from '../../../application/doctor/log-facts.js';
import { ForeignCount, type ForeignEvents } from '../../../application/verify/foreign-events.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import type { ReadStoreReader } from '../../../application/ports/read-store.js';
import { openSharedEventStore, usableMongodb } from '../../engines/shared/open-log.js';
import { EngineUnusable } from '../../engines/shared/start-patience.js';
import { idOf, installationStream, type StreamName } from '../../../domain/shared/stream-name.js';
import type { Config, EngineAddresses } from '../../../infrastructure/config/config.js';
import type { EventLogFigures } from '../../../infrastructure/event-store/event-log-figures.js';
import { readTailFigures } from '../../../infrastructure/event-store/tail-figures.js';
import { systemClock } from '../../../infrastructure/system/clock.js';
import type { MongodbConnection } from '../../../infrastructure/mongodb/connect-mongodb.js';
import type { DocumentFigures } from '../../../infrastructure/read-store/document-figures.js';
import { mongodbReadModelIdentity } from '../../../infrastructure/read-store/mongodb/mongodb-read-model-identity.js';
import { MongodbReadStore } from '../../../infrastructure/read-store/mongodb/mongodb-read-store.js';
import { readMongoVaultFigures } from '../../../infrastructure/vault/mongodb/open-vault.js';
import { withOtherKey } from '../../../infrastructure/vault/master-key.js';
import { gatherCertificate } from './gather-certificate.js';
import { logFactsOf } from './gather-log.js';
import { readModelFactsOf } from './gather-read-models.js';
import { engineFacts, leaseFacts, type Opened } from './gather-engines.js';
import { hourOf } from './gather-vault.js';
import { webhookFacts } from './gather-webhooks.js';
import { gatherInbound } from './gather-inbound.js';
import { gatherSendingHost } from './gather-sending-host.js';
import { programFacts } from './program-facts.js';

/** Events at the end of the log: to look at all of it would take the longer the older it is. */
const tailEvents = 10_000;
const pageRows = 500;
/** Where others write far more than Posthorn, so many pages of it are enough. */
const foreignPages = 20;

/**
 * As {@link gatherFacts}, on shared engines. An engine that is away is a fact, and the others are looked at all the
 * same.
 */
export async function gatherShared(config: Config, addresses: EngineAddresses): Promise<Facts> {
  const [nowMs, startedMs] = [systemClock.now(), systemClock.monotonicMs()];
  const openedStore = await opened(openSharedEventStore(addresses));
  const openedMongodb = await opened(usableMongodb(addresses.mongodbUrl));
  const store = 'engine' in openedStore ? openedStore.engine : undefined;
  const mongodb = 'engine' in openedMongodb ? openedMongodb.engine : undefined;
  try {
    const database = 'engine' in openedMongodb ? { engine: openedMongodb.engine.database } : openedMongodb;
    const leases = mongodb === undefined ? [] : await leaseFacts(mongodb.database).catch(() => []);
    const facts = {
      nowMs,
      config,
      shared: { engines: await engineFacts(addresses, openedStore, database), leases },
      folder: { state: 'missing' },
      ...(await partsOf(config, nowMs, store, mongodb)),
      certificate: await gatherCertificate(config),
      sendingHost: await gatherSendingHost(config),
      inbound: await gatherInbound(config),
      newerFiles: [],
      integrity: null,
    } as const;
    const clockSteppedMs = Math.round(systemClock.now() - nowMs - (systemClock.monotonicMs() - startedMs));
    const serverRuns = leases.some(({ moves }) => moves);
    return { ...facts, program: programFacts(serverRuns, clockSteppedMs) };
  } finally {
    await store?.close();
    await mongodb?.close();
  }
}

async function opened<Engine>(opening: Promise<Engine>): Promise<Opened<Engine>> {
  try {
    return { engine: await opening };
  } catch (error) {
    if (error instanceof EngineUnusable) return { failure: error.failure };
    throw error;
  }
}

async function partsOf(
  config: Config,
  nowMs: number,
  store: EventStore | undefined,
  mongodb: MongodbConnection | undefined,
): Promise<Pick<Facts, 'log' | 'readModels' | 'vault'>> {
  return {
    log: await reading(store, (log) => logOf(log, mongodb, config, nowMs)),
    readModels: await reading(mongodb, (connection) => readModelsOf(connection, store, config, nowMs)),
    vault: await reading(mongodb, ({ database }) => vaultOf(database, config)),
  };
}

/** `engine` is undefined when it is away; `gather` answers undefined when it holds nothing of this part. */
async function reading<Engine, Part>(
  engine: Engine | undefined,
  gather: (engine: Engine) => Promise<Part | undefined>,
): Promise<Readable<Part>> {
  if (engine === undefined) return { state: 'unreadable', reason: 'its engine does not answer' };
  try {
    const facts = await gather(engine);
    return facts === undefined ? { state: 'missing' } : { state: 'read', facts };
  } catch (error) {
    // What a driver says may quote an address.
    return { state: 'unreadable', reason: error instanceof Error ? error.name : typeof error };
  }
}

async function logOf(
  store: EventStore,
  mongodb: MongodbConnection | undefined,
  config: Config,
  nowMs: number,
): Promise<LogFacts | undefined> {
  if ((await store.readStream(installationStream, { limit: 1 })).length === 0) return undefined;
  const figures = await readTailFigures(store, tailEvents);
  const readStore = mongodb && new MongodbReadStore(mongodb);
  return {
    ...(await logFactsOf(store, figures, config, nowMs, readStore)),
    foreign: await foreignSince(store, figures),
  };
}

/** Events of other programs: in the whole log, or where that is long among the newest events. */
async function foreignSince(store: EventStore, figures: EventLogFigures): Promise<ForeignEvents> {
  const counted = new ForeignCount();
  let after = figures.count() === null ? figures.newest(tailEvents).at(-1)?.position : undefined;
  for (let pages = 0, atEnd = false; !atEnd && pages < foreignPages; pages += 1) {
    const page = await store.readAll({ limit: tailEvents, ...(after === undefined ? {} : { after }) });
    counted.take(page);
    after = page.position;
    atEnd = page.atEnd;
  }
  return counted.sum();
}

async function readModelsOf(
  mongodb: MongodbConnection,
  store: EventStore | undefined,
  config: Config,
  nowMs: number,
): Promise<ReadModelFacts> {
  const readStore = new MongodbReadStore(mongodb);
  const openFigures = () => (store === undefined ? undefined : readTailFigures(store, tailEvents));
  const builtFrom = await mongodbReadModelIdentity(mongodb.database).builtFrom();
  const facts = await readModelFactsOf(readStore, countingIn(readStore), openFigures, config, nowMs);
  const webhooks = store === undefined ? { enabled: 0, troubled: [] } : await webhookFacts({ readStore, store });
  return { ...facts, webhooks, builtFrom: builtFrom?.installationId ?? null };
}

function countingIn(readStore: ReadStoreReader) {
  return {
    async count(...[shape, equals, until]: Parameters<DocumentFigures['count']>): Promise<number> {
      if (until === undefined) return readStore.count(shape, equals);
      const query = { equals, orderBy: until.field, until: until.value, direction: 'asc', limit: pageRows } as const;
      let counted = 0;
      let after: { value: string | number; id: string } | undefined;
      for (let hasMore = true; hasMore; ) {
        const page = await readStore.list(shape, { ...query, ...(after === undefined ? {} : { after }) });
        counted += page.documents.length;
        const last = page.documents.at(-1);
        hasMore = page.hasMore && last !== undefined;
        // A document has the member that its list is ordered by.
        if (last !== undefined)
          after = { id: last.id, value: (last.document as Record<string, string>)[until.field] ?? '' };
      }
      return counted;
    },
  };
}

async function vaultOf(database: Db, config: Config): Promise<VaultFacts | undefined> {
  const figures = await readMongoVaultFigures(
    database,
    withOtherKey(Buffer.from(config.masterKey ?? '', 'hex'), config),
  );
  if (figures === undefined) return undefined;
  const { keyStoreId, masterKeyFits, oldestRequestLog } = figures;
  return {
    keyStoreId,
    masterKey: masterKeyFits ? 'fits' : 'does-not-fit',
    // Each machine has a file of its own, and each start applies it.
    destroyedLog: { bytes: 0, appliedBytes: 0 },
    oldestRequestLogAt: oldestRequestLog === null ? null : hourOf(idOf(oldestRequestLog as StreamName)),
  };
}
