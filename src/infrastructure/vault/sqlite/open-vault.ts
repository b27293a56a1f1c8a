import type { MessagePort } from 'node:worker_threads';
import type { BlobStore, KeyStore } from '../../../application/ports/vault.js';
import type { MasterKeyRotation } from '../../../application/ports/master-key-rotation.js';
import type { VaultCopy } from '../../../application/ports/vault-copy.js';
import type { VaultSweep } from '../../../application/ports/vault-sweep.js';
import { startWriterThread, WriteClient } from '../../sqlite/write-client.js';
import { workerUrl } from '../../system/worker-url.js';
import { type MasterKeys, masterKeysFrom } from '../key-wrap.js';
import { orUnavailable } from '../or-unavailable.js';
import { opensTo, sealIdentity, type VaultIdentity } from '../sealed-identity.js';
import { type VaultPaths, vaultPaths } from './paths.js';
import { sqliteBlobStore } from './sqlite-blob-store.js';
import { sqliteKeyStore } from './sqlite-key-store.js';
import { sqliteMasterKeyRotation } from './sqlite-master-key-rotation.js';
import { sqliteVaultCopy } from './sqlite-vault-copy.js';
import { sqliteVaultSweep } from './sqlite-vault-sweep.js';
import { openVaultReader, type VaultReader } from './vault-reader.js';
import type { VaultWorkerData } from './vault.worker.js';
import type { Establish } from './key-writes.js';

/** The vault as one thread uses it. */
export interface VaultConnection {
  readonly keys: KeyStore;
  readonly blobs: BlobStore;
  close(): Promise<void>;
}

/** The vault as the thread that opened it uses it. */
export interface Vault extends VaultConnection {
  /** Undefined until it has been established. */
  identify(): Promise<VaultIdentity | undefined>;
  /** Names the vault, once: where it has a name already, that one is the answer. */
  establish(keyStoreId: string): Promise<VaultIdentity>;
  /** A line to the writer for another thread: pass it on with `transferList`, to {@link connectVault} there. */
  connect(): MessagePort;
  readonly sweep: VaultSweep;
  readonly copy: VaultCopy;
  readonly rotation: MasterKeyRotation;
}

export interface OpenVaultOptions {
  readonly dataDir: string;
  /** 32 bytes; while it is rotated, 32 more of the other one, which opens and wraps nothing. */
  readonly masterKey: Buffer;
  /** The writer thread has died: nothing can be accepted any more. */
  readonly onWriterGone?: (error: Error) => void;
}

/**
 * Opens (or makes) the embedded vault in `dataDir`, with every key that was ever destroyed destroyed again. Another
 * process may have it open too. Throws `vault-unavailable`.
 */
export async function openVault({ dataDir, masterKey, onWriterGone }: OpenVaultOptions): Promise<Vault> {
  const paths = vaultPaths(dataDir);
  const workerData: VaultWorkerData = { dataDir };
  let ready = false;
  const writer = startWriterThread(workerUrl(import.meta.url, './vault.worker.js'), workerData, (error) => {
    if (ready) onWriterGone?.(error);
  });
  try {
    await orUnavailable(() => writer.client.call('ready', null));
    const masterKeys = masterKeysFrom(masterKey);
    const connection = await connectTo(paths, masterKeys, writer.client);
    ready = true;
    return {
      keys: connection.keys,
      blobs: connection.blobs,
      sweep: sqliteVaultSweep(paths, writer.client, connection.reader),
      copy: sqliteVaultCopy(writer.client, connection.reader),
      rotation: sqliteMasterKeyRotation(masterKeys, writer.client, connection.reader),
      ...vaultIdentity(masterKeys, writer.client, connection.reader),
      connect: () => writer.connect(),
      async close() {
        connection.reader.close();
        await writer.close();
      },
    };
  } catch (error) {
    await writer.close();
    throw error;
  }
}

/** The vault for another thread: reads on a connection of its own, writes through the opener's writer. */
export async function connectVault(options: {
  readonly dataDir: string;
  readonly masterKey: Buffer;
  readonly port: MessagePort;
}): Promise<VaultConnection> {
  const { keys, blobs, reader } = await connectTo(
    vaultPaths(options.dataDir),
    masterKeysFrom(options.masterKey),
    new WriteClient(options.port),
  );
  return {
    keys,
    blobs,
    async close() {
      reader.close();
      options.port.close();
    },
  };
}

async function connectTo(paths: VaultPaths, masterKeys: MasterKeys, writer: WriteClient) {
  const reader = await orUnavailable(() => openVaultReader(paths.database));
  return { keys: sqliteKeyStore(masterKeys, writer, reader), blobs: sqliteBlobStore(paths, writer, reader), reader };
}

function vaultIdentity(masterKeys: MasterKeys, writer: WriteClient, reader: VaultReader) {
  const identify = (): Promise<VaultIdentity | undefined> =>
    orUnavailable(() => {
      const stored = reader.identity();
      if (stored === undefined) return undefined;
      return { keyStoreId: stored.keyStoreId, masterKeyFits: opensTo(masterKeys, stored.sealed, stored.keyStoreId) };
    });

  return {
    identify,
    async establish(keyStoreId: string): Promise<VaultIdentity> {
      const sealed = sealIdentity(masterKeys, keyStoreId);
      await orUnavailable(() => writer.call('establish', { keyStoreId, sealed } satisfies Establish));
      const identity = await identify();
      if (identity === undefined) throw new Error('the vault was named and has no name');
      return identity;
    },
  };
}
