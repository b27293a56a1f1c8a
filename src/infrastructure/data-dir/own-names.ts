import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What a process calls itself in other places: as a worker in claims, as the holder of leases. */
export type NameKind = 'workers' | 'holders';

const fileOf = (dataDir: string, kind: NameKind): string => join(dataDir, `${kind}.json`);

/**
 * What processes on this folder have called themselves and that may still stand somewhere. The holder of the folder's
 * lock knows that these processes are gone. None where the file is a copy, or cannot be read.
 */
export function readOwnNames(dataDir: string, kind: NameKind): readonly string[] {
  const path = fileOf(dataDir, kind);
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    // In a copy of the folder the file has another inode: the processes of the original may still live.
    const { inode } = z.object({ inode: z.string() }).parse(content);
    if (inode !== inodeOf(statSync(path, { bigint: true }))) return [];
    return z.object({ [kind]: z.array(z.string()) }).parse(content)[kind] ?? [];
  } catch {
    return [];
  }
}

/** On disk when it returns. */
export function writeOwnNames(dataDir: string, kind: NameKind, names: readonly string[]): void {
  const path = fileOf(dataDir, kind);
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeSync(file, JSON.stringify({ inode: inodeOf(fstatSync(file, { bigint: true })), [kind]: names }));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}

function inodeOf({ ino }: { readonly ino: bigint }): string {
  return ino.toString();
}
