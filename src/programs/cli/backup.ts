import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { InstallationCreated } from '../../domain/installation/events.js';
import type { Position } from '../../domain/shared/recorded.js';
import { copyFile, describeFile, makeEmptyFolder, sync } from '../../infrastructure/backup/copies.js';
import { type BackupFile, type BackupManifest, writeManifest } from '../../infrastructure/backup/manifest.js';
import type { Config } from '../../infrastructure/config/config.js';
import { pathsIn } from '../../infrastructure/data-dir/data-dir.js';
import { noteLastBackup } from '../../infrastructure/data-dir/last-backup.js';
import { positionOf } from '../../infrastructure/event-store/sqlite/event-log-position.js';
import { ids } from '../../infrastructure/system/ids.js';
import { copyDatabase, openDatabase } from '../../infrastructure/sqlite/database.js';
import { destroyedFileName, formerDestroyedFileName } from '../../infrastructure/vault/destroyed-file.js';
import { vaultPaths } from '../../infrastructure/vault/sqlite/paths.js';
import { programVersion } from '../manifest.js';
import { readInstallation, requireEmbedded, requireLog } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';

export interface BackupFolders {
  readonly log: string;
  readonly vault: string;
}

/** Names inside a folder of a backup; what is large has a file of its own under `blobs/`. */
const backupNames = { log: 'eventlog.sqlite', vault: 'vault.sqlite' } as const;
const destroyedNames: readonly string[] = [destroyedFileName, formerDestroyedFileName];

/** The destroyed keys' names, in a file that is never put back as it is. */
export function isDestroyedFile({ name }: Pick<BackupFile, 'name'>): boolean {
  return destroyedNames.includes(name);
}

/** Copies of keys may be kept so long: it is the stated delay of an erasure in backups. */
const keepKeysDays = 7;

/** `backup --log <folder> --vault <folder>`: needs no master key, and copies none. */
export async function backup(config: Config, folders: BackupFolders): Promise<Outcome> {
  requireEmbedded(config);
  const { log, vault } = apart(config.dataDir, folders);
  requireLog(config);
  for (const folder of [log, vault]) {
    if (!(await makeEmptyFolder(folder))) throw new Declined(`${folder} is not empty: name a new folder.`);
  }
  const startedAtMs = performance.now();
  const takenAt = new Date().toISOString();
  // The vault commits before the log: whatever the log's copy names is in a copy of the vault that is begun after it.
  const copied = await copyLog(config.dataDir, log);
  const held = await copyVault(config.dataDir, vault, copied.installation);
  const { installationId, keyStoreId } = copied.installation;
  const { head, events } = copied;
  const common = {
    format: 1,
    backupId: ids.next(),
    installationId,
    keyStoreId,
    takenAt,
    version: programVersion,
    head,
    events,
  } as const;
  const manifests: readonly [string, BackupManifest][] = [
    [vault, { ...common, part: 'vault', files: held }],
    [log, { ...common, part: 'log', files: copied.files }],
  ];
  for (const [folder, manifest] of manifests) {
    await writeManifest(folder, manifest);
    await sync(folder);
  }
  const { backupId } = common;
  await noteLastBackup(config.dataDir, { backupId, takenAt, checkedAt: null });
  const durationMs = Math.round(performance.now() - startedAtMs);
  const bytes = [...copied.files, ...held].reduce((sum, file) => sum + file.bytes, 0);
  const text = [
    `${backupId}: ${events} events up to position ${Number(head)}, ${held.length + 1} files, ${bytes} bytes in ${durationMs} ms.`,
    `Store ${vault} separately from ${log}, and both separately from the master key, which neither of them contains.`,
    `Delete ${vault} after ${keepKeysDays} days, because restoring an older copy could undo an erasure.`,
  ].join('\n');
  return { result: { backupId, installationId, takenAt, head, events, bytes, durationMs, log, vault }, text };
}

/** Neither inside the other nor in the folder of the server: where keys lie with the log, a thief has both. */
function apart(dataDir: string, folders: BackupFolders): BackupFolders {
  const paths = { log: resolve(folders.log), vault: resolve(folders.vault) };
  const data = resolve(dataDir);
  const pairs = [
    [paths.log, paths.vault],
    [paths.vault, paths.log],
    [data, paths.log],
    [data, paths.vault],
  ] as const;
  if (pairs.some(([outer, inner]) => isWithin(outer, inner))) {
    throw new Misused('Name two folders apart from each other and from DATA_DIR.');
  }
  return paths;
}

function isWithin(outer: string, inner: string): boolean {
  const path = relative(outer, inner);
  return path !== '..' && !path.startsWith('../');
}

interface CopiedLog {
  readonly installation: InstallationCreated['data'];
  readonly head: Position;
  readonly events: number;
  readonly files: readonly BackupFile[];
}

async function copyLog(dataDir: string, folder: string): Promise<CopiedLog> {
  const path = join(folder, backupNames.log);
  copyDatabase(pathsIn(dataDir).eventLog, path);
  await sync(path);
  const installation = await readInstallation(path);
  if (installation === undefined) throw new Declined('The log has not been opened by a start yet: nothing to back up.');
  const database = openDatabase(path, { readOnly: true });
  const head = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'events'").get()?.['seq'];
  const events = database.prepare('SELECT count(*) AS count FROM events').get()?.['count'];
  database.close();
  return {
    installation,
    head: positionOf(Number(head)),
    events: Number(events),
    files: [await describeFile(folder, backupNames.log)],
  };
}

async function copyVault(
  dataDir: string,
  folder: string,
  { keyStoreId }: InstallationCreated['data'],
): Promise<readonly BackupFile[]> {
  const paths = vaultPaths(dataDir);
  if (!existsSync(paths.database)) throw new Declined(`There is no vault in ${dataDir}.`);
  const path = join(folder, backupNames.vault);
  copyDatabase(paths.database, path);
  await sync(path);
  const database = openDatabase(path, { readOnly: true });
  const found = database.prepare('SELECT key_store_id FROM vault').get()?.['key_store_id'];
  const large = database.prepare('SELECT id FROM blobs WHERE slot IS NULL ORDER BY id').all();
  database.close();
  if (found !== keyStoreId) throw new Declined('The vault in DATA_DIR is not the one that the log belongs to.');
  const names: string[] = [backupNames.vault];
  for (const { id } of large) {
    // Erased since the vault was copied: its key is in the file of destroyed keys, which comes last.
    if (await copyFile(join(paths.blobs, String(id)), join(folder, 'blobs', String(id)))) names.push(`blobs/${id}`);
  }
  if (names.length > 1) await sync(join(folder, 'blobs'));
  // A folder that no start has seen since the name changed has the former one.
  for (const name of destroyedNames) {
    if (await copyFile(join(dataDir, name), join(folder, name))) names.push(name);
  }
  const files: BackupFile[] = [];
  for (const name of names) files.push(await describeFile(folder, name));
  return files;
}
