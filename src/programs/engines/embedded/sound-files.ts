import { catcherFile } from '../../../infrastructure/catcher/catcher.js';
import { catcherFormat } from '../../../infrastructure/catcher/message-store.js';
import { pathsIn } from '../../../infrastructure/data-dir/data-dir.js';
import {
  type DataFile,
  type PutAside,
  requireSound,
  spareIfDamaged,
} from '../../../infrastructure/data-dir/damaged-files.js';
import { eventLogFormat } from '../../../infrastructure/event-store/sqlite/event-log-writes.js';
import { readStoreFormat } from '../../../infrastructure/read-store/sqlite-read-store.js';
import { noteDamage, whenDamaged } from '../../../infrastructure/sqlite/damage.js';
import type { Logger } from '../../../infrastructure/telemetry/logger.js';
import { vaultFormat } from '../../../infrastructure/vault/sqlite/schema.js';
import { vaultPaths } from '../../../infrastructure/vault/sqlite/paths.js';

/** What nothing brings back but a backup. */
function keptFiles(dataDir: string): readonly DataFile[] {
  return [
    { path: pathsIn(dataDir).eventLog, format: eventLogFormat, what: 'the event log' },
    { path: vaultPaths(dataDir).database, format: vaultFormat, what: 'the vault with the keys and bodies of emails' },
  ];
}

/** {@link keptFiles} and those that a start can make again. */
export function dataFiles(dataDir: string): readonly DataFile[] {
  return [
    ...keptFiles(dataDir),
    { path: pathsIn(dataDir).readStore, format: readStoreFormat, what: 'the read models' },
    { path: catcherFile(dataDir), format: catcherFormat, what: 'captured messages' },
  ];
}

/** Throws `StartRefused` where log or vault are damaged, or of a newer version. */
export function requireSoundLog(dataDir: string): void {
  for (const file of keptFiles(dataDir)) requireSound(file);
}

/** Read models that are damaged go aside, under the folder's lock: the start that follows makes them again. */
export function spareReadModels(dataDir: string, logger: Pick<Logger, 'warn'>): void {
  const spared = spareReadStore(dataDir);
  if (spared === undefined) return;
  logger.warn(
    spared,
    `${spared.file} is damaged and was put aside: the read models are rebuilt from the log. Until then lists are incomplete, and waiting email goes out as they come to it`,
  );
}

/** {@link spareReadModels}, for a command that makes all of it again. */
export function spareReadStore(dataDir: string, deep = false): PutAside | undefined {
  return spareIfDamaged({ path: pathsIn(dataDir).readStore, format: readStoreFormat }, dataDir, { deep });
}

/** The messages that were caught are missing from now on, and nothing else. */
export function spareCaught(dataDir: string, logger: Pick<Logger, 'warn'>): void {
  const spared = spareIfDamaged({ path: catcherFile(dataDir), format: catcherFormat }, dataDir);
  if (spared === undefined) return;
  logger.warn(
    spared,
    `${spared.file} is damaged and was put aside: captured messages from before are not shown any more`,
  );
}

export function sayLockDamaged(wasDamaged: string | null, logger: Pick<Logger, 'warn'>): void {
  if (wasDamaged === null) return;
  logger.warn({ reason: wasDamaged }, 'lock.sqlite is damaged and was emptied: it holds nothing but the lock');
}

/** Damage that this process meets while it serves ends it in words: which file it is, and what follows. */
export function endWhenDamaged(dataDir: string, onFatal: (error: Error) => void): (error: Error) => void {
  const end = (error: Error): void => onFatal(inWords(error, dataDir));
  whenDamaged((damage) => {
    noteDamage(damage);
    end(damage);
  });
  return end;
}

/** An error that has come from another thread has lost its class, and kept its members. */
function inWords(error: Error & { readonly path?: unknown }, dataDir: string): Error {
  const { path, message } = error;
  if (!('code' in error) || error.code !== 'file-damaged' || typeof path !== 'string') return error;
  const next = keptFiles(dataDir).some((file) => file.path === path)
    ? 'Keep a copy of the files as they are, check the disk, and restore the last backup (docs/backup.md): nothing is started on a damaged file'
    : 'The next start puts it aside and goes on without it; read models are rebuilt from the log';
  return new Error(`${message}. ${next}`, { cause: error });
}
