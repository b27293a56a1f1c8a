import { isBeingCopied } from '../../../application/migrate/copy-vault.js';
import type { Config, EngineAddresses } from '../../../infrastructure/config/config.js';
import { createEventCodec } from '../../../infrastructure/event-codec/event-codec.js';
import { bodySealer } from '../../../infrastructure/event-codec/sealing.js';
import { whyEventStoreDbFailed } from '../../../infrastructure/event-store/eventstoredb/diagnosis.js';
import {
  type EventStoreDbReports,
  openEventStoreDb,
} from '../../../infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { listLeases } from '../../../infrastructure/lease/mongodb/list-leases.js';
import { mongodbLeaseStore } from '../../../infrastructure/lease/mongodb/mongodb-lease-store.js';
import { connectMongodb, type MongodbConnection, probeWrite } from '../../../infrastructure/mongodb/connect-mongodb.js';
import { whyMongodbFailed } from '../../../infrastructure/mongodb/diagnosis.js';
import { mongodbReadModelIdentity } from '../../../infrastructure/read-store/mongodb/mongodb-read-model-identity.js';
import { MongodbReadStore } from '../../../infrastructure/read-store/mongodb/mongodb-read-store.js';
import type { OnCall } from '../../../infrastructure/telemetry/engine-calls.js';
import { withOtherKey } from '../../../infrastructure/vault/master-key.js';
import { openMongoVault } from '../../../infrastructure/vault/mongodb/open-vault.js';
import { categories, eventRegistry } from '../../../programs/resources/resources.js';
import { whatWentAway } from './engine-health.js';
import { usable } from './start-patience.js';

/** The log alone; needs no key. Throws `StartRefused` where it cannot be reached. */
export async function openSharedEventStore(
  { eventStoreUrl }: Pick<EngineAddresses, 'eventStoreUrl'>,
  reports: EventStoreDbReports = {},
) {
  const why = (error: unknown) => whyEventStoreDbFailed(eventStoreUrl, error);
  const store = await usable(why, async () => openEventStoreDb({ url: eventStoreUrl, categories, ...reports }));
  try {
    await usable(why, () => store.head());
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * What the CLI and a server both open: log and vault on shared engines. `destroyedLog` lies on this machine, apart from
 * the database: a restored copy of that brings none of its keys back.
 */
export async function openSharedLog(
  config: Pick<Config, 'masterKey' | 'otherMasterKey'>,
  { eventStoreUrl, mongodbUrl }: EngineAddresses,
  destroyedLog: string | undefined,
  reports?: EventStoreDbReports,
  onMongodbCall?: OnCall,
) {
  const store = await openSharedEventStore({ eventStoreUrl }, reports);
  const mongodb = await usableMongodb(mongodbUrl, onMongodbCall).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  try {
    // The schema asks for it beside these addresses.
    const masterKey = withOtherKey(Buffer.from(config.masterKey ?? '', 'hex'), config);
    const vault = await openMongoVault({
      db: mongodb.database,
      looksUpMany: mongodb.looksUpMany,
      masterKey,
      ...(destroyedLog === undefined ? {} : { destroyedLog }),
    }).catch(async (error: unknown) => {
      throw await whatWentAway(error, { eventStoreUrl, mongodbUrl });
    });
    const { keys, blobs, sweep, copy, rotation, identify, establish } = vault;
    const readStore = new MongodbReadStore(mongodb);
    return {
      store,
      // All followers of a process are handed the same events.
      codec: createEventCodec({ registry: eventRegistry, keepsRead: true }),
      keys,
      blobs,
      sweep,
      sealer: bodySealer,
      vault: { identify, establish, isBeingCopied: () => isBeingCopied(copy) },
      copy,
      rotation,
      readStore,
      readModels: mongodbReadModelIdentity(mongodb.database),
      probeWrite: () => probeWrite(mongodb.database),
      leases: mongodbLeaseStore(mongodb.database),
      /** Every lease as it stands. */
      listLeases: () => listLeases(mongodb.database),
      async close() {
        await store.close();
        await vault.close();
        await mongodb.close();
      },
    };
  } catch (error) {
    await store.close();
    await mongodb.close();
    throw error;
  }
}

export type SharedLog = Awaited<ReturnType<typeof openSharedLog>>;

/** Throws {@link EngineUnusable}. */
export function usableMongodb(url: string, onCall?: OnCall): Promise<MongodbConnection> {
  return usable(
    (error) => whyMongodbFailed(url, error),
    () => connectMongodb(url, onCall === undefined ? {} : { onCall }),
  );
}
