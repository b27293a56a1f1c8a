import { existsSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { isDamage } from '../sqlite/damage.js';
import { holdExclusively, isHeld } from '../sqlite/database.js';
import { ensureDataDir, requireUsable } from './usable.js';

/** Where everything of an embedded installation lies. */
export interface DataDirPaths {
  readonly eventLog: string;
  readonly readStore: string;
  readonly lock: string;
  /** Where a restore prepares what it brings. What is left of one that was cut off is of no use. */
  readonly staging: string;
  /** The same, while it is put in place. */
  readonly restoring: string;
}

/** What a restore has moved aside lies in a folder of this name and its time. */
export const beforeRestore = 'before-restore-';

export function pathsIn(dataDir: string): DataDirPaths {
  return {
    eventLog: join(dataDir, 'eventlog.sqlite'),
    readStore: join(dataDir, 'read.sqlite'),
    lock: join(dataDir, 'lock.sqlite'),
    staging: join(dataDir, 'restore-staging'),
    restoring: join(dataDir, 'restoring'),
  };
}

/** Another process serves (or rebuilds) this folder. */
export class DataDirInUse extends Error {
  readonly code = 'data-dir-in-use';
}

/** A restore was cut off: files of two times may lie here side by side. */
export class DataDirHalfRestored extends Error {
  readonly code = 'data-dir-half-restored';
}

/** Throws {@link DataDirHalfRestored}. */
export function requireWhole(dataDir: string): void {
  if (!existsSync(pathsIn(dataDir).restoring)) return;
  throw new DataDirHalfRestored(
    `A restore into ${dataDir} (DATA_DIR) was interrupted while it moved files into place. Run posthorn restore again.`,
  );
}

/** What keeps every other process out of the folder. */
export interface DataDirLock {
  /** Its file was damaged, in SQLite's words, and is a new one: it holds nothing but the lock. Null: it was not. */
  readonly wasDamaged: string | null;
  release(): void;
}

/** One serving process at a time. Throws {@link DataDirInUse} and `DataDirUnusable`. */
export function lockDataDir(dataDir: string): DataDirLock {
  ensureDataDir(dataDir);
  requireUsable(dataDir);
  const { lock, wasDamaged } = holdOrEmpty(pathsIn(dataDir).lock);
  if (lock === undefined) throw inUse(dataDir);
  // It holds keys, out of the reach of an erasure.
  rmSync(pathsIn(dataDir).staging, { recursive: true, force: true });
  return { wasDamaged, release: lock.release };
}

/** The same file stays, and with it the lock of a process that has just taken it: two never hold one each. */
function holdOrEmpty(path: string): { readonly lock: ReturnType<typeof holdExclusively>; wasDamaged: string | null } {
  try {
    return { lock: holdExclusively(path), wasDamaged: null };
  } catch (error) {
    if (!isDamage(error)) throw error;
    truncateSync(path);
    return { lock: holdExclusively(path), wasDamaged: error.message };
  }
}

/** Throws {@link DataDirInUse}. */
export function requireNotInUse(dataDir: string): void {
  if (isInUse(dataDir)) throw inUse(dataDir);
}

function inUse(dataDir: string): DataDirInUse {
  return new DataDirInUse(
    `Another process uses ${dataDir} (DATA_DIR): stop the server first. A second server needs a DATA_DIR of its own.`,
  );
}

/** Whether a process serves (or rebuilds) this folder now. */
export function isInUse(dataDir: string): boolean {
  const { lock } = pathsIn(dataDir);
  // A file that is held is not read: damage is seen only when it is not.
  return existsSync(lock) && lockDamage(dataDir) === null && isHeld(lock);
}

/** What is wrong with the lock's file, in SQLite's words; null: nothing. */
export function lockDamage(dataDir: string): string | null {
  const { lock } = pathsIn(dataDir);
  try {
    if (existsSync(lock)) isHeld(lock);
    return null;
  } catch (error) {
    if (isDamage(error)) return error.message;
    throw error;
  }
}
