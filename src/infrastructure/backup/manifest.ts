import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const fileEntry = z.object({
  /** Relative to the manifest's folder, with `/`. */
  name: z.string().regex(/^(eventlog\.sqlite|vault\.sqlite|destroyed-(?:keys|kids)\.log|blobs\/[0-9a-f-]{36})$/),
  bytes: z.number(),
  /** Lower-case hex. */
  sha256: z.string(),
});

const backupManifest = z.object({
  format: z.literal(1),
  part: z.enum(['log', 'vault']),
  /** The same in both parts: they were taken together. */
  backupId: z.string(),
  installationId: z.string(),
  keyStoreId: z.string(),
  /** ISO 8601: when the log's copy was begun. */
  takenAt: z.string(),
  /** The version of Posthorn. */
  version: z.string(),
  /** Position of the log's last event. */
  head: z.string(),
  events: z.number(),
  files: z.array(fileEntry).readonly(),
});

/** What one folder of a backup holds. Written last: a folder without it is half a backup. */
export type BackupManifest = z.output<typeof backupManifest>;
export type BackupPart = BackupManifest['part'];
export type BackupFile = z.output<typeof fileEntry>;

export const manifestName = 'manifest.json';

/** Durable when it resolves, but for the folder's own entry. */
export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const file = await open(join(folder, manifestName), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @returns undefined when there is none, or it is not this version's. */
export async function readManifest(folder: string): Promise<BackupManifest | undefined> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return backupManifest.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
