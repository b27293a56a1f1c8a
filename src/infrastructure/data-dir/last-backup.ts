import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { LastBackup } from '../../application/doctor/facts.js';
import { writeWhole } from '../system/write-whole.js';

const lastBackup = z.object({
  backupId: z.string(),
  /** ISO 8601: when the log's copy was begun. */
  takenAt: z.string(),
  /** ISO 8601: when every byte of it was last read and was what it was; null: never. */
  checkedAt: z.string().nullable(),
});

const fileIn = (dataDir: string): string => join(dataDir, 'last-backup.json');

/** @returns null where no backup was taken of this folder, or the note of it cannot be read. */
export function readLastBackup(dataDir: string): LastBackup | null {
  try {
    return lastBackup.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

/** Whole or not at all. */
export function noteLastBackup(dataDir: string, note: LastBackup): Promise<void> {
  return writeWhole(fileIn(dataDir), `${JSON.stringify(note)}\n`);
}
