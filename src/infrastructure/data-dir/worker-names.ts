import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const fileName = 'workers.json';

const content = z.object({
  /** Of this very file. In a copy of the folder it is another one: the workers of the original may still live. */
  inode: z.string(),
  workers: z.array(z.string()),
});

/**
 * The workers that processes on this folder have been and that may not have ended. The holder of the folder's lock knows
 * that these processes are gone. None where the file is a copy, or cannot be read.
 */
export function readWorkerNames(dataDir: string): readonly string[] {
  const path = join(dataDir, fileName);
  try {
    const { inode, workers } = content.parse(JSON.parse(readFileSync(path, 'utf8')));
    return inode === inodeOf(statSync(path, { bigint: true })) ? workers : [];
  } catch {
    return [];
  }
}

/** On disk when it returns. */
export function writeWorkerNames(dataDir: string, workers: readonly string[]): void {
  const path = join(dataDir, fileName);
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeSync(file, JSON.stringify({ inode: inodeOf(fstatSync(file, { bigint: true })), workers }));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}

function inodeOf({ ino }: { readonly ino: bigint }): string {
  return ino.toString();
}
