import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freeBytes, leastFreeBytes } from './disk-watch.js';
import { codeOf, membersOf } from '../../domain/shared/members.js';

/** The folder cannot be used as it is. The message names the setting and says what to do. */
export class DataDirUnusable extends Error {
  readonly code = 'data-dir-unusable';
}

/** Makes the folder where it is missing, readable by its owner only. Throws {@link DataDirUnusable}. */
export function ensureDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw unusable(dataDir, codeOf(error) === 'ENOENT' ? whyNothingIsMadeIn(dirname(dataDir), error) : error);
  }
}

/** Folder by folder: where a file system holds no folders of others (/proc), Node's own `recursive` tries for ever. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    return;
  }
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it just now.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Throws {@link DataDirUnusable} where this process cannot write to the folder and its files, or nearly nothing is
 * free.
 */
export function requireUsable(dataDir: string, freeBytesIn: (folder: string) => number = freeBytes): void {
  if (!statSync(dataDir).isDirectory()) throw unusable(dataDir, { code: 'ENOTDIR' });
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    for (const name of ownFilesIn(dataDir)) accessSync(join(dataDir, name), constants.R_OK | constants.W_OK);
  } catch (error) {
    throw unusable(dataDir, error);
  }
  if (freeBytesIn(dataDir) < leastFreeBytes) throw unusable(dataDir, { code: 'ENOSPC' });
}

/** The sentence for what the system says about the folder or something in it. */
export function unusable(dataDir: string, error: unknown): DataDirUnusable {
  return new DataDirUnusable(`${dataDir} (DATA_DIR) ${problemOf(codeOf(error), pathOf(error) ?? dataDir)}`);
}

function problemOf(code: string | undefined, path: string): string {
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'is a file, or a part of the path is a file. Set DATA_DIR to a folder.';
    case 'EACCES':
    case 'EPERM':
      return `cannot be used by this user: ${path} belongs to another user (did you start the server with sudo before?). Change the owner of the folder and its files to the user of the server, or set DATA_DIR to another folder.`;
    case 'EROFS':
      return 'is on a read-only file system. Mount it writable, or set DATA_DIR to another folder.';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'is full: less than 16 MB are free on its disk. Free some space and start again.';
    case 'ENOENT':
      return 'cannot be created, because its file system does not allow folders. Set DATA_DIR to a folder on a disk.';
    default:
      return `cannot be used (${code ?? 'unknown failure'} at ${path}). Set DATA_DIR to a folder that the server can write to.`;
  }
}

/** Lists, databases and keys; what else lies there is not opened. */
function ownFilesIn(dataDir: string): readonly string[] {
  return readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(sqlite|sqlite-wal|sqlite-shm|key|log|json|pem)$/.test(entry.name))
    .map(({ name }) => name);
}

/** On a read-only file system Linux says of a folder to be made that its parent does not exist. */
function whyNothingIsMadeIn(parent: string, error: unknown): unknown {
  if (!existsSync(parent)) return dirname(parent) === parent ? error : whyNothingIsMadeIn(dirname(parent), error);
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
    return error;
  } catch (why) {
    return why;
  }
}

function pathOf(error: unknown): string | undefined {
  const { path } = membersOf(error);
  return typeof path === 'string' ? path : undefined;
}
