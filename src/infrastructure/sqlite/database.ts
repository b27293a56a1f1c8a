import { DatabaseSync as Sqlite, type DatabaseSyncInstance } from '@photostructure/sqlite';

/** One open SQLite file. */
export type DatabaseSync = DatabaseSyncInstance;

export interface OpenOptions {
  readonly readOnly?: boolean;
  /** Overwrites deleted content with zeros (the stores that hold personal data or keys). */
  readonly secureDelete?: boolean;
}

/** SQLITE_BUSY. */
const sqliteBusy = 5;

/** How long a writer waits for another process's transaction before it fails. */
const busyTimeoutMs = 10_000;

/**
 * Opens one SQLite file in WAL mode where a commit is an fsync (`synchronous=FULL`): a committed transaction survives a
 * power cut. This module is the only one that names the SQLite package; with Node 24 it becomes `node:sqlite`.
 */
export function openDatabase(path: string, options: OpenOptions = {}): DatabaseSync {
  const database = new Sqlite(path, { readOnly: options.readOnly === true, timeout: busyTimeoutMs });
  if (options.readOnly !== true) {
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    // Short catch-up pages let the checkpoint keep up; 4 MiB of WAL between checkpoints keeps them rare.
    database.exec('PRAGMA wal_autocheckpoint = 1000');
  }
  if (options.secureDelete === true) database.exec('PRAGMA secure_delete = ON');
  database.exec('PRAGMA temp_store = MEMORY');
  return database;
}

/** Empties the write-ahead log, so that what was deleted is in no file any more. */
export function truncateWal(database: DatabaseSync): void {
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
}

/** A look at the lock takes no longer; a process that wants to hold it waits for that. */
const lookTimeoutMs = 250;

/**
 * Holds a file for this process alone, by an open EXCLUSIVE transaction that the kernel releases when the process ends,
 * however it ends. Undefined: another process holds it.
 */
export function holdExclusively(path: string): { release(): void } | undefined {
  const database = new Sqlite(path, { timeout: lookTimeoutMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

/** Whether a process holds the file as {@link holdExclusively} does. Takes nothing from it. The file must exist. */
export function isHeld(path: string): boolean {
  const database = new Sqlite(path, { readOnly: true, timeout: 0 });
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === sqliteBusy;
}
