import { join } from 'node:path';
import { describeFile } from '../../infrastructure/backup/copies.js';
import {
  type BackupManifest,
  type BackupPart,
  manifestName,
  readManifest,
} from '../../infrastructure/backup/manifest.js';
import type { BackupFolders } from './backup.js';
import { Declined } from './shared/outcome.js';

/** The two parts of one backup, whole and unaltered. */
export interface Backup {
  readonly log: BackupManifest;
  readonly vault: BackupManifest;
}

/** Reads every byte of both parts. Throws {@link Declined}, naming what is wrong with them. */
export async function requireBackup(folders: BackupFolders): Promise<Backup> {
  const log = await requirePart(folders.log, 'log');
  const vault = await requirePart(folders.vault, 'vault');
  if (log.backupId !== vault.backupId) {
    throw new Declined(`${folders.log} and ${folders.vault} are not parts of one backup.`);
  }
  for (const [folder, { files }] of [
    [folders.log, log],
    [folders.vault, vault],
  ] as const) {
    for (const file of files) {
      const found = await describeFile(folder, file.name).catch(() => undefined);
      if (found === undefined) throw new Declined(`${join(folder, file.name)} is missing from the backup.`);
      if (found.sha256 !== file.sha256) throw new Declined(`${join(folder, file.name)} is not what was backed up.`);
    }
  }
  return { log, vault };
}

async function requirePart(folder: string, part: BackupPart): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  if (manifest === undefined) throw new Declined(`There is no whole backup in ${folder}: no sound ${manifestName}.`);
  if (manifest.part !== part) throw new Declined(`${folder} holds the ${manifest.part} of a backup, not the ${part}.`);
  return manifest;
}
