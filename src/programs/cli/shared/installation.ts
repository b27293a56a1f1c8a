import { programVersion } from '../../manifest.js';
import { existsSync, statSync } from 'node:fs';
import {
  establishInstallation,
  type Installation,
  StartRefused,
  vaultMissing,
  type VaultIdentity,
} from '../../../application/installation/establish-installation.js';
import type { MasterKeyRotation } from '../../../application/ports/master-key-rotation.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import type { LogPorts, Provenance } from '../../../application/shared/handle.js';
import type { SharedLog } from '../../engines/shared/open-log.js';
import { lockedLog, openEmbeddedLog } from '../../engines/embedded/engines.js';
import type { InstallationCreated } from '../../../domain/installation/events.js';
import { installationStream } from '../../../domain/shared/stream-name.js';
import type { Engines } from '../../engines/backend.js';
import { logPorts } from '../../../infrastructure/system/log-ports.js';
import type { Config, EngineAddresses } from '../../../infrastructure/config/config.js';
import { DataDirInUse, pathsIn } from '../../../infrastructure/data-dir/data-dir.js';
import { DataDirUnusable, ensureDataDir } from '../../../infrastructure/data-dir/usable.js';
import { createEventCodec } from '../../../infrastructure/event-codec/event-codec.js';
import { eventRegistry } from '../../resources/resources.js';
import { openSqliteEventStore } from '../../../infrastructure/event-store/sqlite/sqlite-event-store.js';
import { vaultPaths } from '../../../infrastructure/vault/sqlite/paths.js';
import { Declined, Unopened } from './outcome.js';

/** Log and vault, whichever engines keep them. */
interface OpenLog extends Pick<Engines, 'store' | 'codec' | 'keys' | 'blobs' | 'sweep' | 'sealer'> {
  readonly rotation: MasterKeyRotation;
}

/** Log and vault, known to belong together. */
export interface OpenInstallation {
  readonly log: OpenLog;
  readonly ports: LogPorts;
  readonly installation: Installation['installation'];
  /** What processes share beside log and vault; null: everything is embedded. */
  readonly shared: Pick<SharedLog, 'readStore' | 'readModels' | 'leases'> | null;
}

/**
 * `beside`: a server may be running. `alone`: throws `DataDirInUse` where one is; shared engines have leases instead.
 */
export type Access = 'beside' | 'alone';

interface Opened {
  readonly log: OpenLog & { readonly vault: VaultIdentity; close(): Promise<void> };
  readonly shared: OpenInstallation['shared'];
  release(): void;
}

/**
 * Opens the installation that is here, and closes it after `work`. Throws {@link Declined} where there is none: only a
 * start of the server makes one, so a command in the wrong folder changes nothing.
 */
export async function withExisting<Result>(
  config: Config,
  work: (opened: OpenInstallation) => Promise<Result>,
  access: Access = 'beside',
): Promise<Result> {
  if (config.engines === null) await requireInstallation(config);
  else await (await openLogForReading(config)).close();
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // Without a listener, yet or any more, this is no unhandled rejection.
  ended.catch(() => undefined);
  const { log, shared, release } = await open(config, access, fail);
  try {
    const ports = logPorts(log);
    const { installation } = await establishInstallation(ports, log.vault, { version: programVersion });
    return await Promise.race([work({ log, ports, installation, shared }), ended]);
  } finally {
    await log.close();
    release();
  }
}

async function open(config: Config, access: Access, onFatal: (error: Error) => void): Promise<Opened> {
  if (config.engines !== null) return openShared(config, config.engines);
  try {
    const { log, release } =
      access === 'alone'
        ? await lockedLog(config, onFatal)
        : { log: await openEmbeddedLog(config, onFatal), release: () => undefined };
    return { log, shared: null, release };
  } catch (cause) {
    if ([DataDirInUse, DataDirUnusable, StartRefused].some((kind) => cause instanceof kind)) throw cause;
    throw unopened(config, cause);
  }
}

function unopened({ dataDir }: Config, cause: unknown): Unopened {
  return new Unopened(`${dataDir} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`);
}

/** The engines' clients are slow to load, and a command over `DATA_DIR` does without. */
const sharedEngines = () => import('../../engines/shared/open-log.js');

async function openShared(config: Config, addresses: EngineAddresses): Promise<Opened> {
  // For the names of the keys that this command destroys.
  ensureDataDir(config.dataDir);
  const { openSharedLog } = await sharedEngines();
  const log = await openSharedLog(config, addresses, vaultPaths(config.dataDir).destroyedKeys);
  return { log, shared: log, release: () => undefined };
}

/** The log alone, without any key. Throws {@link Declined} where nothing was ever started. */
export async function openLogForReading(config: Config): Promise<EventStore> {
  if (config.engines === null) {
    requireLog(config);
    return logForReading(pathsIn(config.dataDir).eventLog);
  }
  const { openSharedEventStore } = await sharedEngines();
  const store = await openSharedEventStore(config.engines);
  if ((await store.readStream(installationStream, { limit: 1 })).length > 0) return store;
  await store.close();
  throw new Declined(
    'There is no Posthorn installation on the engines that EVENTSTOREDB_URL and MONGODB_URL name. Name those of your servers; the first start of a server makes one.',
  );
}

/** Throws {@link Declined} where `DATA_DIR` holds no log. */
export function requireLog({ dataDir }: Config): void {
  if (!existsSync(pathsIn(dataDir).eventLog)) throw new Declined(noInstallation(dataDir));
}

/** Where there is none, and what to do. */
function noInstallation(dataDir: string): string {
  return `There is no Posthorn installation in ${dataDir} (DATA_DIR). Run this in the folder that the server was started in, or set DATA_DIR to its data folder; the first start of the server makes one.`;
}

/**
 * Throws {@link Declined} where `DATA_DIR` holds no installation, before anything is opened that would be made where it
 * is missing.
 */
async function requireInstallation(config: Config): Promise<void> {
  requireLog(config);
  const { dataDir } = config;
  const found = await readInstallation(pathsIn(dataDir).eventLog).catch((cause: unknown) => {
    throw unopened(config, cause);
  });
  if (found === undefined) throw new Declined(noInstallation(dataDir));
  if (!existsSync(vaultPaths(dataDir).database)) throw vaultMissing(found.keyStoreId);
}

/** Throws {@link Declined} on shared engines, which have tools of their own for it. */
export function requireEmbedded({ engines }: Config): void {
  if (engines === null) return;
  throw new Declined('This is for DATA_DIR; how shared engines are backed up and restored, docs/operations.md says.');
}

/** What the events of one run of a command are stamped with. */
export function provenanceOf(command: string, ports: LogPorts, teamId: string | null): Provenance {
  const actor = { kind: 'cli', id: command } as const;
  return { context: { teamId, actor, correlationId: ports.ids.next() }, region: null };
}

/** Which installation the log in this file belongs to; undefined where it holds none. Throws where it is no log. */
export async function readInstallation(path: string): Promise<InstallationCreated['data'] | undefined> {
  // What is left of a first start that was cut off before its first write.
  if (statSync(path).size === 0 && !existsSync(`${path}-wal`)) return undefined;
  const store = logForReading(path);
  try {
    const [recorded] = createEventCodec({ registry: eventRegistry }).decode(
      await store.readStream(installationStream, { limit: 1 }),
    );
    // The stream's first event is of this type, or there is none.
    return recorded === undefined ? undefined : (recorded.event as InstallationCreated).data;
  } finally {
    await store.close();
  }
}

function logForReading(path: string): ReturnType<typeof openSqliteEventStore> {
  const writer = { call: () => Promise.reject(new Error('opened for reading only')) };
  return openSqliteEventStore({ path, writer });
}
