import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused, type VaultIdentity } from '../../../application/installation/establish-installation.js';
import { isBeingCopied } from '../../../application/migrate/copy-vault.js';
import type { LogImport } from '../../../application/ports/log-import.js';
import type { MasterKeyRotation } from '../../../application/ports/master-key-rotation.js';
import type { VaultCopy } from '../../../application/ports/vault-copy.js';
import { startCatcher } from '../../../infrastructure/catcher/catcher.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { type DataDirLock, lockDataDir, pathsIn, requireWhole } from '../../../infrastructure/data-dir/data-dir.js';
import { ensureDataDir } from '../../../infrastructure/data-dir/usable.js';
import { createEventCodec } from '../../../infrastructure/event-codec/event-codec.js';
import { eventRegistry } from '../../../programs/resources/resources.js';
import { bodySealer } from '../../../infrastructure/event-codec/sealing.js';
import { openEventLog, sqliteLogImport } from '../../../infrastructure/event-store/sqlite/sqlite-event-store.js';
import { openKeyedHash } from '../../../infrastructure/crypto/keyed-hash.js';
import type { RebuildStep } from '../../../infrastructure/projection-runner/rebuild-watch.js';
import type { Projections } from '../../../infrastructure/projection-runner/projections-client.js';
import {
  loadMasterKey,
  type MasterKey,
  readMasterKey,
  withOtherKey,
} from '../../../infrastructure/vault/master-key.js';
import { vaultPaths } from '../../../infrastructure/vault/sqlite/paths.js';
import { openVault } from '../../../infrastructure/vault/sqlite/open-vault.js';
import { startProjectionsThread } from '../../workers/threads.js';
import type { Engines } from '../backend.js';
import { requireSoundLog } from './sound-files.js';

/** Log and vault in `DATA_DIR`, opened for writing by this process; a server may have them open too. */
export interface EmbeddedLog extends Pick<Engines, 'store' | 'codec' | 'keys' | 'blobs' | 'sweep' | 'sealer'> {
  readonly vault: VaultIdentity;
  /** For copying the whole of it. */
  readonly copy: VaultCopy;
  readonly import: LogImport;
  readonly rotation: MasterKeyRotation;
  readonly masterKey: Buffer;
  /** This start made `master.key`. */
  readonly masterKeyCreated: boolean;
  eventLogPort(): ReturnType<Awaited<ReturnType<typeof openEventLog>>['writer']['connect']>;
  vaultPort(): ReturnType<Awaited<ReturnType<typeof openVault>>['connect']>;
  close(): Promise<void>;
}

/** Everything that a serving process needs, held under the lock on `DATA_DIR`. */
export interface EmbeddedEngines extends Engines {
  readonly projections: Projections;
  /** Where the catcher listens on loopback. */
  readonly catcherPort: number;
  close(): Promise<void>;
}

export interface EngineListeners {
  /** A part of the program has ended that nothing can go on without. */
  readonly onFatal: (error: Error) => void;
  /** A projection failed; it tries again, or stands still until the next start. */
  readonly onProjectionFailure: (projection: string, message: string) => void;
  readonly onRebuild?: (step: RebuildStep) => void;
}

interface Closeable {
  close(): Promise<void>;
}

export async function openEmbeddedLog(config: Config, onFatal: (error: Error) => void): Promise<EmbeddedLog> {
  const { dataDir } = config;
  requireWhole(dataDir);
  ensureDataDir(dataDir);
  requireSoundLog(dataDir);
  const made = await masterKeyOf(config);
  const masterKey = withOtherKey(made.key, config);
  const [vault, { store, writer }] = await bothOpened(
    openVault({ dataDir, masterKey, onWriterGone: onFatal }),
    openEventLog(pathsIn(dataDir).eventLog, onFatal),
  );
  return {
    store,
    codec: createEventCodec({ registry: eventRegistry }),
    keys: vault.keys,
    blobs: vault.blobs,
    sweep: vault.sweep,
    sealer: bodySealer,
    vault: {
      identify: vault.identify,
      establish: vault.establish,
      isBeingCopied: () => isBeingCopied(vault.copy),
    },
    copy: vault.copy,
    import: sqliteLogImport(writer.client),
    rotation: vault.rotation,
    masterKey,
    masterKeyCreated: made.created,
    eventLogPort: () => writer.connect(),
    vaultPort: () => vault.connect(),
    async close() {
      await store.close();
      await writer.close();
      await vault.close();
    },
  };
}

/**
 * A first start makes one. Beside data that is there already a new one would open nothing: throws {@link StartRefused}.
 */
async function masterKeyOf({ masterKey, dataDir }: Config): Promise<MasterKey> {
  const options = { configured: masterKey ?? undefined, dataDir };
  const present = [vaultPaths(dataDir).database, pathsIn(dataDir).eventLog].some((path) => existsSync(path));
  if (!present) return loadMasterKey(options);
  const key = await readMasterKey(options);
  if (key !== undefined) return { key, created: false };
  throw new StartRefused(
    'master-key-missing',
    `The master key is missing: ${join(dataDir, 'master.key')} does not exist, and a new key could not decrypt the existing vault. Restore your copy of the file, or set MASTER_KEY or MASTER_KEY_FILE. If \`posthorn migrate\` to this folder was interrupted, run it again.`,
  );
}

/** Their threads start side by side. Where one of the two cannot be opened, the other one is closed again. */
async function bothOpened<
  Vault extends Closeable,
  Log extends { readonly store: Closeable; readonly writer: Closeable },
>(opensVault: Promise<Vault>, opensLog: Promise<Log>): Promise<readonly [Vault, Log]> {
  try {
    return await Promise.all([opensVault, opensLog]);
  } catch (error) {
    const [vault, log] = await Promise.allSettled([opensVault, opensLog]);
    const opened = log.status === 'fulfilled' ? [log.value.store, log.value.writer] : [];
    if (vault.status === 'fulfilled') opened.push(vault.value);
    for (const each of opened) await each.close();
    throw error;
  }
}

/** Throws `data-dir-in-use` where another process serves this folder. */
export async function lockedLog(
  config: Config,
  onFatal: (error: Error) => void,
): Promise<{ readonly log: EmbeddedLog } & DataDirLock> {
  const lock = lockDataDir(config.dataDir);
  try {
    return { log: await openEmbeddedLog(config, onFatal), ...lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** To be called once the vault is known to belong to the log. */
export async function openEmbeddedEngines(
  config: Config,
  log: EmbeddedLog,
  listeners: EngineListeners,
): Promise<EmbeddedEngines> {
  const { dataDir, sandboxDomains } = config;
  const { store, codec, keys, blobs, sweep, sealer } = log;
  const [hash, projections, catcher] = await Promise.all([
    openKeyedHash(keys),
    startProjectionsThread(
      {
        dataDir,
        masterKey: log.masterKey,
        eventLogPort: log.eventLogPort(),
        vaultPort: log.vaultPort(),
        keepsDocuments: config.roles.includes('projections'),
      },
      {
        listeners: {
          onFailure: listeners.onProjectionFailure,
          onGone: listeners.onFatal,
          ...(listeners.onRebuild === undefined ? {} : { onRebuild: listeners.onRebuild }),
        },
        memoryMb: config.memoryMb,
      },
    ),
    startCatcher({ dataDir, sandboxDomains, onGone: listeners.onFatal }),
  ]);
  return {
    store,
    codec,
    keys,
    blobs,
    sweep,
    sealer,
    hash,
    readStore: projections.readStore,
    whenProcessed: projections.whenProcessed,
    projections,
    captured: catcher.mail,
    catcherPort: catcher.port,
    async close() {
      await projections.close();
      await catcher.close();
    },
  };
}
