import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync as Sqlite, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { damaged, damageOf, namingDamage } from './damage.js';
import { membersOf } from '../../domain/shared/members.js';

/** One open SQLite file. */
export type DatabaseSync = DatabaseSyncInstance;

export interface OpenOptions {
  readonly readOnly?: boolean;
  /** Overwrites deleted content with zeros (the stores that hold personal data or keys). */
  readonly secureDelete?: boolean;
  /**
   * How what lies in the file is laid out, as far as this program knows: written down in it, and one that is higher is
   * refused.
   */
  readonly format?: number;
  /** Damage is what is looked for: it is reported to the caller, and not to the thread. */
  readonly isLook?: boolean;
}

/** The file was laid out by a later version of the program: what this one would write there, or read, may be wrong. */
class NewerFormat extends Error {
  readonly code = 'newer-format';
}

/** SQLITE_BUSY. */
const sqliteBusy = 5;

/** How long a writer waits for another process's transaction before it fails. */
const busyTimeoutMs = 10_000;

/**
 * Opens one SQLite file in WAL mode where a commit is an fsync (`synchronous=FULL`): a committed transaction survives a
 * power cut. This module is the only one that names the SQLite package; with Node 24 it becomes `node:sqlite`. What a
 * question finds damaged, now or later, is thrown as `FileDamaged`.
 */
export function openDatabase(path: string, options: OpenOptions = {}): DatabaseSync {
  const report = options.isLook === true ? damageOf : damaged;
  return namingDamage(path, report, () => open(path, options, report));
}

function open(path: string, options: OpenOptions, report: typeof damaged): DatabaseSync {
  const database = new Sqlite(path, { readOnly: options.readOnly === true, timeout: busyTimeoutMs });
  nameDamage(database, path, report);
  if (options.format !== undefined) keepFormat(database, path, options.format);
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

/**
 * The database as it stands at one moment, whole and without what was deleted from it, beside processes that write to
 * it. Readable by its owner only. Throws where `into` exists.
 */
export function copyDatabase(path: string, into: string): void {
  writeFileSync(into, '', { mode: 0o600, flag: 'wx' });
  const database = openDatabase(path, { readOnly: true });
  try {
    database.prepare('VACUUM INTO ?').run(into);
  } finally {
    database.close();
  }
}

/** @returns 0 when it is from before formats were recorded. */
export function formatOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

function keepFormat(database: DatabaseSync, path: string, format: number): void {
  const found = formatOf(database);
  if (found > format) {
    database.close();
    throw new NewerFormat(`${basename(path)} has format ${found}, and ${format} is the highest that is known here`);
  }
  if (found < format) database.exec(`PRAGMA user_version = ${format}`);
}

type Statement = ReturnType<DatabaseSync['prepare']>;

/** Adds the name of the damaged file to the errors of this connection and its statements. */
function nameDamage(database: DatabaseSync, path: string, report: typeof damaged): void {
  const naming =
    <Given extends unknown[], Result>(of: object, method: (...given: Given) => Result) =>
    (...given: Given): Result =>
      namingDamage(path, report, () => method.apply(of, given));
  const prepare = naming(database, database.prepare);
  override(database, {
    exec: naming(database, database.exec),
    prepare(sql: string): Statement {
      const statement = prepare(sql);
      const iterate = naming(statement, statement.iterate);
      override(statement, {
        run: naming(statement, statement.run),
        get: naming(statement, statement.get),
        all: naming(statement, statement.all),
        iterate: (...given: Parameters<Statement['iterate']>) => {
          const rows = iterate(...given);
          override(rows, { next: naming(rows, rows.next) });
          return rows;
        },
      });
      return statement;
    },
  });
}

/** Methods of the package's objects cannot be assigned to; their objects can have others of the same name. */
function override<Target extends object>(target: Target, methods: Partial<Target>): void {
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
}

/** Empties the write-ahead log, so that what was deleted is in no file any more. */
export function truncateWal(database: DatabaseSync): void {
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
}

/** A look at the lock takes no longer; a process that wants to hold it waits for that. */
const lookTimeoutMs = 250;

/**
 * Holds a file for this process alone, by an open EXCLUSIVE transaction that the kernel releases when the process ends,
 * however it ends. Undefined when another process holds it.
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
  return membersOf(error)['errcode'] === sqliteBusy;
}
