import type { Config } from '../../infrastructure/config/config.js';
import { diskSpace, DiskWatch } from '../../infrastructure/data-dir/disk-watch.js';
import { readLastBackup } from '../../infrastructure/data-dir/last-backup.js';
import type { Logger } from '../../infrastructure/telemetry/logger.js';

/** In bytes. @returns null where the folder is away. */
export function spaceOf({ dataDir }: Pick<Config, 'dataDir'>): ReturnType<typeof diskSpace> | null {
  try {
    return diskSpace(dataDir);
  } catch {
    return null;
  }
}

export function watchDisk({ dataDir }: Pick<Config, 'dataDir'>, logger: Logger): DiskWatch {
  return new DiskWatch(dataDir, {
    onFull: () =>
      logger.error(
        { dataDir },
        'The disk of DATA_DIR is full: nothing new is accepted, and email that was accepted waits. Free some space; no restart is needed.',
      ),
    onRoom: () => logger.warn({ dataDir }, 'The disk of DATA_DIR has room again: everything is accepted again'),
  });
}

/** Milliseconds since the epoch; null: none is known. */
export function lastBackupAtMs(dataDir: string): number | null {
  const last = readLastBackup(dataDir);
  return last === null ? null : Date.parse(last.takenAt);
}
