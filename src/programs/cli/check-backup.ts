import type { Config } from '../../infrastructure/config/config.js';
import { noteLastBackup, readLastBackup } from '../../infrastructure/data-dir/last-backup.js';
import type { BackupFolders } from './backup.js';
import { requireBackup } from './backup-set.js';
import type { Outcome } from './shared/outcome.js';

/**
 * `backup --check --log <folder> --vault <folder>`: reads every byte of both parts, wherever they lie, and changes
 * nothing but the note that doctor reads.
 */
export async function checkBackup({ dataDir }: Config, folders: BackupFolders): Promise<Outcome> {
  const { log, vault } = await requireBackup(folders);
  const { backupId, takenAt, head, events } = log;
  const files = log.files.length + vault.files.length;
  const checkedAt = new Date().toISOString();
  if (readLastBackup(dataDir)?.backupId === backupId) await noteLastBackup(dataDir, { backupId, takenAt, checkedAt });
  return {
    result: { backupId, takenAt, head, events, files, checkedAt },
    text: `${backupId}, of ${takenAt}: both parts are complete, and all ${files} files are unchanged.`,
  };
}
