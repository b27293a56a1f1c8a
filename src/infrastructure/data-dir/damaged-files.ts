import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StartRefused } from '../../application/installation/establish-installation.js';
import { newerData } from '../../application/installation/newer-data.js';
import { damageNote, notedDamage } from '../sqlite/damage.js';
import { lookAt } from '../sqlite/look-at.js';
import { quickCheck } from '../sqlite/quick-check.js';

/** What was found damaged and put aside lies in a folder of this name and its time. */
export const putAsidePrefix = 'damaged-';

/** A database file of `DATA_DIR`. */
export interface DataFile {
  readonly path: string;
  /** The highest format that this program knows. */
  readonly format: number;
  /** What it is, in words. */
  readonly what: string;
}

/** What happened to a file that could be spared. */
export interface PutAside {
  readonly file: string;
  readonly reason: string;
  /** The folder's name in `DATA_DIR`. */
  readonly into: string;
}

/**
 * Checks a file that cannot be rebuilt. Throws `StartRefused` when it is damaged or of a newer version, and leaves it
 * as it is. A missing file passes.
 */
export function requireSound({ path, format, what }: DataFile): void {
  if (!existsSync(path)) return forgetNote(path);
  const look = lookAt(path);
  if (look.format > format) throw newerData(`${basename(path)} has format ${look.format}, this one knows ${format}`);
  if (look.damage === null) return;
  // It was met while a program ran; the file may have been replaced since, by hand.
  if (notedDamage(path) !== undefined && quickCheck(path).length === 0) return forgetNote(path);
  throw new StartRefused('file-damaged', `${basename(path)} is damaged (${look.damage}). ${whatToDo(what)}`);
}

function whatToDo(what: string): string {
  return `It is ${what} and cannot be rebuilt, so nothing was changed. Keep a copy of the files as they are, check the disk, and restore the last backup (docs/backup.md).`;
}

/**
 * Checks a file that is rebuilt from the log, or can be missed: a damaged one is moved aside with its journal and kept.
 * `deep` reads all of it. Throws `StartRefused` when it is of a newer version. Needs the folder's lock.
 * @returns undefined when nothing is wrong with it.
 */
export function spareIfDamaged(
  { path, format }: Omit<DataFile, 'what'>,
  dataDir: string,
  { deep = false }: { readonly deep?: boolean } = {},
): PutAside | undefined {
  if (!existsSync(path)) {
    forgetNote(path);
    return undefined;
  }
  const look = lookAt(path);
  if (look.format > format) throw newerData(`${basename(path)} has format ${look.format}, this one knows ${format}`);
  const reason = look.damage ?? (deep ? quickCheck(path)[0] : undefined);
  if (reason === undefined) return undefined;
  const into = `${putAsidePrefix}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  mkdirSync(join(dataDir, into), { recursive: true, mode: 0o700 });
  for (const part of [path, `${path}-wal`, `${path}-shm`])
    if (existsSync(part)) renameSync(part, join(dataDir, into, basename(part)));
  forgetNote(path);
  return { file: basename(path), reason, into };
}

/** Removes the note about a file that is gone, or is another one now. */
function forgetNote(path: string): void {
  rmSync(damageNote(path), { force: true });
}
