import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { holdExclusively, isHeld } from '../sqlite/database.js';

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
    `a restore into ${dataDir} was cut off while it put files in place: run posthorn restore again`,
  );
}

/** Makes the folder where it is missing, readable by its owner only. */
export function ensureDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

/** One serving process at a time. Throws {@link DataDirInUse}. */
export function lockDataDir(dataDir: string): { release(): void } {
  ensureDataDir(dataDir);
  const lock = holdExclusively(pathsIn(dataDir).lock);
  if (lock === undefined) throw new DataDirInUse(`another process uses ${dataDir}: stop the server first`);
  // It holds keys, out of the reach of an erasure.
  rmSync(pathsIn(dataDir).staging, { recursive: true, force: true });
  return lock;
}

/** Whether a process serves (or rebuilds) this folder now. */
export function isInUse(dataDir: string): boolean {
  const { lock } = pathsIn(dataDir);
  return existsSync(lock) && isHeld(lock);
}
