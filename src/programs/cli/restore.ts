import { programVersion } from '../manifest.js';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { establishInstallation } from '../../application/installation/establish-installation.js';
import { removeErasedBodies } from '../../application/erasure/erase-emails.js';
import type { Position } from '../../domain/shared/recorded.js';
import { recordRestore } from '../../application/restore/record-restore.js';
import { openEmbeddedLog } from '../engines/embedded/engines.js';
import { logPorts } from '../../infrastructure/system/log-ports.js';
import { copyFile, sync } from '../../infrastructure/backup/copies.js';
import type { Config } from '../../infrastructure/config/config.js';
import { beforeRestore, lockDataDir, pathsIn } from '../../infrastructure/data-dir/data-dir.js';
import { vaultPaths } from '../../infrastructure/vault/sqlite/paths.js';
import { formerOf } from '../../infrastructure/vault/destroyed-file.js';
import { loadMasterKey } from '../../infrastructure/vault/master-key.js';
import { forgetAppliedIn, uniteDestroyed } from '../../infrastructure/vault/sqlite/unite-destroyed.js';
import { type BackupFolders, isDestroyedFile } from './backup.js';
import { type Backup, requireBackup } from './backup-set.js';
import { provenanceOf, readInstallation, requireEmbedded } from './shared/installation.js';
import { counted } from '../../application/doctor/units.js';
import { Declined, type Outcome } from './shared/outcome.js';

export interface RestoreOptions extends BackupFolders {
  /** What lies in `DATA_DIR` is moved aside. */
  readonly replace?: boolean;
  /** Further copies of the file of destroyed keys. */
  readonly destroyed?: readonly string[];
}

/**
 * `restore --log <folder> --vault <folder>`, alone in the folder. Until everything is ready nothing there is touched.
 */
export async function restore(config: Config, options: RestoreOptions): Promise<Outcome> {
  requireEmbedded(config);
  const { dataDir } = config;
  const missing = options.destroyed?.find((path) => !existsSync(path));
  if (missing !== undefined) throw new Declined(`There is no file ${missing}.`);
  const backup = await requireBackup(options);
  const masterKey = await existingMasterKey(config);
  const { release } = lockDataDir(dataDir);
  try {
    await checkTarget(dataDir, backup, options.replace === true);
    const { destroyedKeys } = vaultPaths(dataDir);
    const copies = backup.vault.files.filter(isDestroyedFile).map(({ name }) => join(options.vault, name));
    // Not taken over here: a vault that is replaced is not opened, and the next start does it.
    const former = [formerOf(destroyedKeys)].filter((path) => existsSync(path));
    const destroyedAnew = uniteDestroyed(destroyedKeys, [...former, ...copies, ...(options.destroyed ?? [])]);
    const made = await prepare({ ...config, masterKey }, backup, options);
    const aside = await putInPlace(dataDir);
    return describe(backup, { destroyedAnew, ...made, aside });
  } finally {
    release();
  }
}

/** Another installation's data is never replaced, and this one's only where that was asked for. */
async function checkTarget(dataDir: string, { log }: Backup, replace: boolean): Promise<void> {
  const { eventLog } = pathsIn(dataDir);
  if (!existsSync(eventLog) && !existsSync(vaultPaths(dataDir).database)) return;
  // What cannot be read is perhaps the reason for the restore.
  const current = existsSync(eventLog) ? await readInstallation(eventLog).catch(() => undefined) : undefined;
  if (current !== undefined && current.installationId !== log.installationId) {
    throw new Declined(
      `${dataDir} holds installation ${current.installationId}, and the backup is of ${log.installationId}: restore it elsewhere.`,
    );
  }
  if (!replace) throw new Declined(`There is data in ${dataDir}: --replace moves it aside.`);
}

interface MadeReady {
  readonly erasedMails: number;
  readonly pausedBroadcasts: number;
}

/** Everything that is to be put in place, ready in a folder of its own; or nothing is left there. */
async function prepare(config: Config, backup: Backup, folders: BackupFolders): Promise<MadeReady> {
  const { staging } = pathsIn(config.dataDir);
  try {
    await stage(config.dataDir, staging, backup, folders);
    return await makeReady(config, staging, backup);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

async function stage(dataDir: string, staging: string, backup: Backup, folders: BackupFolders): Promise<void> {
  await mkdir(staging, { mode: 0o700 });
  const held = backup.vault.files.filter((file) => !isDestroyedFile(file));
  for (const { name } of backup.log.files) await copyFile(join(folders.log, name), join(staging, name));
  for (const { name } of held) await copyFile(join(folders.vault, name), join(staging, name));
  await copyFile(vaultPaths(dataDir).destroyedKeys, vaultPaths(staging).destroyedKeys);
  forgetAppliedIn(vaultPaths(staging).database);
}

/**
 * Proves that log, vault and master key belong together, destroys again what was ever destroyed, and writes that this
 * is a restored log, whose delivery is held.
 */
async function makeReady(config: Config, staging: string, { log: manifest }: Backup): Promise<MadeReady> {
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  ended.catch(() => undefined);
  const log = await openEmbeddedLog({ ...config, dataDir: staging }, (error) => fail(error));
  const work = async (): Promise<MadeReady> => {
    const ports = logPorts(log);
    await establishInstallation(ports, log.vault, { version: programVersion });
    const erasedMails = await removeErasedBodies(log);
    const { backupId, takenAt, head } = manifest;
    // As the log's own copy says it.
    const restored = { backupId, takenAt, head: head as Position };
    const pausedBroadcasts = await recordRestore(ports, restored, provenanceOf('restore', ports, null));
    return { erasedMails, pausedBroadcasts };
  };
  try {
    return await Promise.race([work(), ended]);
  } finally {
    await log.close();
  }
}

/** Hex. One that is made now would open nothing: asked for before anything is touched. */
async function existingMasterKey({ masterKey, dataDir }: Config): Promise<string> {
  if (masterKey !== null) return masterKey;
  if (!existsSync(join(dataDir, 'master.key'))) {
    throw new Declined(
      `The vault needs its master key: set MASTER_KEY or MASTER_KEY_FILE, or put your copy of master.key into ${dataDir}.`,
    );
  }
  return (await loadMasterKey({ configured: undefined, dataDir })).key.toString('hex');
}

const sqliteFiles = (name: string): readonly string[] => [name, `${name}-wal`, `${name}-shm`];

/** From here on a start refuses until it is through: it can be run again. Answers where the old files lie now. */
async function putInPlace(dataDir: string): Promise<string | null> {
  const { staging, restoring } = pathsIn(dataDir);
  // What an earlier try was about to bring.
  await rm(restoring, { recursive: true, force: true });
  await rename(staging, restoring);
  await sync(dataDir);
  const facts = [...sqliteFiles('eventlog.sqlite'), ...sqliteFiles('vault.sqlite'), 'blobs'];
  const present = facts.filter((name) => existsSync(join(dataDir, name)));
  const aside = join(dataDir, `${beforeRestore}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  if (present.length > 0) await mkdir(aside, { mode: 0o700 });
  for (const name of present) await rename(join(dataDir, name), join(aside, name));
  // Positions behind the copy's end are given out again: what was derived from the old ones must not be gone on with.
  for (const name of [...sqliteFiles('read.sqlite'), ...sqliteFiles('catcher.sqlite')]) {
    await rm(join(dataDir, name), { force: true });
  }
  for (const name of facts) {
    if (existsSync(join(restoring, name))) await rename(join(restoring, name), join(dataDir, name));
  }
  await sync(dataDir);
  await rm(restoring, { recursive: true });
  await sync(dataDir);
  return present.length > 0 ? resolve(aside) : null;
}

function describe(
  { log }: Backup,
  done: MadeReady & { readonly destroyedAnew: number; readonly aside: string | null },
): Outcome {
  const { backupId, takenAt, head, events } = log;
  const lines = [
    `Restored backup ${backupId} of ${takenAt}: ${events} events up to position ${Number(head)}.`,
    `${counted(done.erasedMails, 'email stays', 'emails stay')} erased.`,
    'Delivery is held: the server accepts and shows email, and sends none until `posthorn resume`.',
    `${counted(done.pausedBroadcasts, 'broadcast is', 'broadcasts are')} paused. Unfinished broadcasts, imports and emails may have been sent since the backup was taken: they wait for your decision in \`posthorn resume\`.`,
  ];
  if (done.aside !== null) lines.push(`The previous data is in ${done.aside}. Remove it within 7 days.`);
  return { result: { backupId, takenAt, head, events, ...done }, text: lines.join('\n') };
}
