import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { holdExclusively } from '../sqlite/database.js';

/** Where everything of an embedded installation lies. */
export interface DataDirPaths {
  readonly eventLog: string;
  readonly readStore: string;
  readonly lock: string;
}

export function pathsIn(dataDir: string): DataDirPaths {
  return {
    eventLog: join(dataDir, 'eventlog.sqlite'),
    readStore: join(dataDir, 'read.sqlite'),
    lock: join(dataDir, 'lock.sqlite'),
  };
}

/** Another process serves (or rebuilds) this folder. */
export class DataDirInUse extends Error {
  readonly code = 'data-dir-in-use';
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
  return lock;
}
