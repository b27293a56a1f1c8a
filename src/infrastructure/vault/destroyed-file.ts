import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { lineEnd } from './destroyed-lines.js';
import { syncFolderBlocking } from './folder.js';

/** The append-only file of destroyed keys, in `DATA_DIR` and in the vault's part of a backup. */
export const destroyedFileName = 'destroyed-keys.log';
/** What it was called before: such files lie in data folders and backups, and are read for ever. */
export const formerDestroyedFileName = 'destroyed-kids.log';

/** Under the former name, in the same folder. */
export function formerOf(path: string): string {
  return join(dirname(path), formerDestroyedFileName);
}

/** On disk when it returns. The file outlives every restored copy of the vault. */
export function appendLines(path: string, lines: string | Uint8Array): void {
  const file = openSync(path, 'a+', 0o600);
  try {
    const { size } = fstatSync(file);
    // A crash may have cut the last line short; it must not swallow the next one.
    if (size > 0 && lastByte(file, size) !== lineEnd) writeWhole(file, Buffer.from('\n'));
    writeWhole(file, Buffer.from(lines));
    fsyncSync(file);
    if (size === 0) syncFolderBlocking(dirname(path));
  } finally {
    closeSync(file);
  }
}

/**
 * Gives the file its name where it still has the former one; where there are both, adds the lines of the former one and
 * removes it. At any moment a crash leaves every line in one of the two, and the next call goes on. `beforeRemoval`:
 * lines were added, so that nothing that is known of the file's length holds any more.
 */
export function takeOverFormerFile(path: string, beforeRemoval: () => void = () => undefined): void {
  const former = formerOf(path);
  // A link, unlike a rename, never replaces a file that another process has made meanwhile.
  if (existsSync(former) && !linked(former, path) && !isSameFile(former, path)) {
    const content = readFileSync(former);
    appendLines(path, content.subarray(0, content.lastIndexOf(lineEnd) + 1));
    beforeRemoval();
  }
  if (existsSync(former)) removeFormer(former);
}

/** @returns false when there is a file of that name, or the file system knows no links. */
function linked(former: string, path: string): boolean {
  try {
    linkSync(former, path);
  } catch {
    return false;
  }
  syncFolderBlocking(dirname(path));
  return true;
}

function removeFormer(former: string): void {
  rmSync(former, { force: true });
  syncFolderBlocking(dirname(former));
}

/** A crash came between the link and the removal. */
function isSameFile(former: string, path: string): boolean {
  const [one, other] = [former, path].map((name) => statSync(name, { throwIfNoEntry: false }));
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

function lastByte(file: number, size: number): number | undefined {
  const byte = Buffer.alloc(1);
  return readSync(file, byte, 0, 1, size - 1) === 1 ? byte[0] : undefined;
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}
