// The log and the vault of a folder, written by the handlers of the writer threads: for what fills one in bulk.
import { SendingDomains } from '../dist/application/sending-domain/sending-domains.js';
import { idOf, installationStream } from '../dist/domain/shared/stream-name.js';
import { pathsIn } from '../dist/infrastructure/data-dir/data-dir.js';
import { createEventCodec } from '../dist/infrastructure/event-codec/event-codec.js';
import { eventRegistry } from '../dist/programs/resources/resources.js';
import { eventLogWrites } from '../dist/infrastructure/event-store/sqlite/event-log-writes.js';
import { openSqliteEventStore } from '../dist/infrastructure/event-store/sqlite/sqlite-event-store.js';
import { openKeyedHash } from '../dist/infrastructure/crypto/keyed-hash.js';
import { openDatabase } from '../dist/infrastructure/sqlite/database.js';
import { masterKeysFrom } from '../dist/infrastructure/vault/key-wrap.js';
import { loadMasterKey } from '../dist/infrastructure/vault/master-key.js';
import { blobWrites } from '../dist/infrastructure/vault/sqlite/blob-writes.js';
import { keyWrites } from '../dist/infrastructure/vault/sqlite/key-writes.js';
import { vaultPaths } from '../dist/infrastructure/vault/sqlite/paths.js';
import { sqliteBlobStore } from '../dist/infrastructure/vault/sqlite/sqlite-blob-store.js';
import { sqliteKeyStore } from '../dist/infrastructure/vault/sqlite/sqlite-key-store.js';
import { openVaultReader } from '../dist/infrastructure/vault/sqlite/vault-reader.js';
import { logPorts } from '../dist/infrastructure/system/log-ports.js';

export const codec = createEventCodec({ registry: eventRegistry });

/** The log and the vault of a folder that a server has made, with the writers of their threads called directly. */
export async function open(dataDir, sender, ofTeam) {
  const { key: masterKey } = await loadMasterKey({ configured: undefined, dataDir });
  const paths = vaultPaths(dataDir);
  const vault = openDatabase(paths.database, { secureDelete: true });
  const handlers = { ...keyWrites(vault, paths.destroyedKeys), ...blobWrites(vault, paths) };
  const vaultLine = { call: async (operation, argument) => handlers[operation](argument) };
  const reader = openVaultReader(paths.database);
  const keys = sqliteKeyStore(masterKeysFrom(masterKey), vaultLine, reader);
  const blobs = sqliteBlobStore(paths, vaultLine, reader);
  const log = openDatabase(pathsIn(dataDir).eventLog);
  // Nobody beside this process waits for what it appends.
  const alone = { afterCommit: () => undefined };
  const handlersOfLog = eventLogWrites(log, () => undefined);
  const append = (write) => handlersOfLog.append(write, alone);
  const store = openSqliteEventStore({
    path: pathsIn(dataDir).eventLog,
    writer: {
      call: async (operation, argument) => inTransaction(log, () => handlersOfLog[operation](argument, alone)),
    },
  });
  const hash = await openKeyedHash(keys);
  const [installation] = codec.decode(await store.readStream(installationStream));
  const teamId = ofTeam ?? installation.event.data.firstTeamId;
  const domain = await new SendingDomains({ ...logPorts({ store, codec, keys }), hash }).verified(teamId, sender);
  const apiKeys = await store.readAll({ limit: 1, filter: { categories: ['apikey'] } });
  const apiKeyId = idOf(apiKeys.events[0].stream);
  return { vault, log, append, keys, blobs, store, reader, hash, teamId, domain, apiKeyId };
}

/** The engines of a folder, closed. */
export async function close({ store, reader, vault, log }) {
  await store.close();
  reader.close();
  for (const database of [vault, log]) database.close();
}

export function inTransaction(database, work) {
  database.exec('BEGIN IMMEDIATE');
  const result = work();
  database.exec('COMMIT');
  return result;
}
