import type { Db } from 'mongodb';
import type { BlobStore, KeyStore } from '../../../application/ports/vault.js';
import type { MasterKeyRotation } from '../../../application/ports/master-key-rotation.js';
import type { VaultCopy } from '../../../application/ports/vault-copy.js';
import type { VaultSweep } from '../../../application/ports/vault-sweep.js';
import { type MasterKeys, masterKeysFrom } from '../key-wrap.js';
import { takeOverFormerFile } from '../destroyed-file.js';
import { opensTo, sealIdentity, type VaultIdentity } from '../sealed-identity.js';
import { AppliedLog } from './applied-log.js';
import { boundedCalls, type Call } from './calls.js';
import { ensureVaultIndexes, vaultCollections, type VaultCollections, vaultFormat } from './collections.js';
import { keyDestroyer } from './destroy-keys.js';
import { mongodbBlobStore } from './mongodb-blob-store.js';
import { mongodbKeyStore } from './mongodb-key-store.js';
import { mongodbMasterKeyRotation } from './mongodb-master-key-rotation.js';
import { mongodbVaultCopy } from './mongodb-vault-copy.js';
import { mongodbVaultSweep } from './mongodb-vault-sweep.js';
import { WrappedKeys } from './wrapped-keys.js';
import { newerData } from '../../../application/installation/newer-data.js';
import { ensureAll } from './insert-all.js';

/** The vault as one thread or process uses it. Any number of them may at once. */
export interface MongoVault {
  readonly keys: KeyStore;
  readonly blobs: BlobStore;
  readonly sweep: VaultSweep;
  readonly copy: VaultCopy;
  readonly rotation: MasterKeyRotation;
  /** Undefined until it has been established. */
  identify(): Promise<VaultIdentity | undefined>;
  /** Names the vault, once: where it has a name already, that one is the answer. */
  establish(keyStoreId: string): Promise<VaultIdentity>;
  /** Everything fails from now on. The connection stays: it is the caller's. */
  close(): Promise<void>;
}

export interface OpenMongoVaultOptions {
  /** Its own concerns do not matter: the vault asks for a majority, journalled, each time. */
  readonly db: Db;
  /** As the connection says of its server; true unless said. */
  readonly looksUpMany?: boolean;
  /** 32 bytes; while it is rotated, 32 more of the other one, which opens and wraps nothing. */
  readonly masterKey: Buffer;
  /**
   * The append-only file of destroyed keys, on this machine: applied now, and added to before each key is destroyed.
   * Where it is undefined a restored copy of the database brings back what was destroyed since.
   */
  readonly destroyedLog?: string;
  /** One question to the server. Default 10 s. */
  readonly callTimeoutMs?: number;
}

/**
 * Opens (or makes) the vault in this database, with every key that the file names destroyed again. Throws
 * `vault-unavailable`, and `StartRefused` where a newer version has laid it out.
 */
export async function openMongoVault(options: OpenMongoVaultOptions): Promise<MongoVault> {
  const { db, looksUpMany, masterKey, destroyedLog, callTimeoutMs = 10_000 } = options;
  const masterKeys = masterKeysFrom(masterKey);
  if (destroyedLog !== undefined) takeOverFormerFile(destroyedLog);
  const collections = vaultCollections(db, looksUpMany);
  const { call, close } = boundedCalls(callTimeoutMs);
  const log = destroyedLog === undefined ? undefined : new AppliedLog(destroyedLog, collections, call);
  const destroyer = keyDestroyer(collections, log, call);
  const wrapped = new WrappedKeys(collections, call);
  const identity = vaultIdentity(masterKeys, collections, call);
  // Before anything is written: a newer version's vault is refused.
  await identity.identify();
  await call(() => ensureVaultIndexes(collections));
  await destroyer.applyLog();
  return {
    keys: mongodbKeyStore(masterKeys, collections, wrapped, destroyer, call),
    blobs: mongodbBlobStore(collections, call),
    sweep: mongodbVaultSweep(collections, wrapped, call),
    copy: mongodbVaultCopy(collections, call),
    rotation: mongodbMasterKeyRotation(masterKeys, collections, call),
    ...identity,
    async close() {
      // A vault that cannot be asked closes too: the next start goes through the file from an earlier place.
      await destroyer.close().catch(() => undefined);
      close();
    },
  };
}

function vaultIdentity(masterKeys: MasterKeys, { identity }: VaultCollections, call: Call) {
  const identify = async (): Promise<VaultIdentity | undefined> => {
    const stored = await call(() => identity.findOne({ _id: 'vault' }));
    if (stored === null) return undefined;
    const { keyStoreId, sealed, format = 0 } = stored;
    if (format > vaultFormat)
      throw newerData(`the vault in MongoDB has format ${format}, this one knows ${vaultFormat}`);
    return { keyStoreId, masterKeyFits: opensTo(masterKeys, sealed, keyStoreId) };
  };

  return {
    identify,
    async establish(keyStoreId: string): Promise<VaultIdentity> {
      const sealed = sealIdentity(masterKeys, keyStoreId);
      await call(() => ensureAll(identity, [{ _id: 'vault', keyStoreId, sealed, format: vaultFormat }]));
      const established = await identify();
      if (established === undefined) throw new Error('the vault was named and has no name');
      return established;
    },
  };
}

interface MongoVaultFigures {
  readonly keyStoreId: string;
  readonly masterKeyFits: boolean;
  /** The stream of the oldest logged hour whose keys are left; null: none. */
  readonly oldestRequestLog: string | null;
}

/** Figures of the vault in this database, which it leaves as it is; undefined where there is none. */
export async function readMongoVaultFigures(db: Db, masterKey: Buffer): Promise<MongoVaultFigures | undefined> {
  const { identity, keys } = vaultCollections(db);
  const stored = await identity.findOne({ _id: 'vault' });
  if (stored === null) return undefined;
  const { keyStoreId, sealed } = stored;
  const oldest = await keys.findOne({ requestLogRow: { $gt: '' } }, { sort: { requestLogRow: 1 } });
  return {
    keyStoreId,
    masterKeyFits: opensTo(masterKeysFrom(masterKey), sealed, keyStoreId),
    oldestRequestLog: oldest?.anchor ?? null,
  };
}
