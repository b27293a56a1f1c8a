import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFacts, FolderFacts, Readable } from '../../application/doctor/facts.js';
import { readLastBackup } from './last-backup.js';
import { putAsidePrefix } from './damaged-files.js';
import { beforeRestore, pathsIn } from './data-dir.js';

const permissionBits = 0o777;

/** Sizes, permissions and space of the folder, as they are. */
export function inspectDataDir(dataDir: string): Readable<FolderFacts> {
  try {
    const folder = statSync(dataDir, { throwIfNoEntry: false });
    if (folder === undefined) return { state: 'missing' };
    const { bavail, blocks, bsize } = statfsSync(dataDir);
    return {
      state: 'read',
      facts: {
        mode: folder.mode & permissionBits,
        writable: isWritable(dataDir),
        freeBytes: bavail * bsize,
        totalBytes: blocks * bsize,
        files: filesIn(dataDir),
        halfRestored: existsSync(pathsIn(dataDir).restoring),
        movedAside: movedAsideIn(dataDir),
        lastBackup: readLastBackup(dataDir),
      },
    };
  } catch (error) {
    return { state: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
}

function filesIn(dataDir: string): readonly FileFacts[] {
  return readdirSync(dataDir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return factsOf(join(dataDir, entry.name), entry.name);
    return entry.name === 'blobs' ? blobsIn(join(dataDir, entry.name)) : [];
  });
}

function movedAsideIn(dataDir: string): FolderFacts['movedAside'] {
  return readdirSync(dataDir, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && [beforeRestore, putAsidePrefix].some((prefix) => entry.name.startsWith(prefix)),
    )
    .flatMap(({ name }) => factsOf(join(dataDir, name), name))
    .map(({ name, modifiedMs }) => ({ name, modifiedMs }));
}

/** Those that are gone in the meantime count nothing. */
function factsOf(path: string, name: string): readonly FileFacts[] {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) return [];
  return [{ name, bytes: file.size, mode: file.mode & permissionBits, modifiedMs: file.mtimeMs }];
}

function blobsIn(folder: string): readonly FileFacts[] {
  const blobs = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => factsOf(join(entry.parentPath, entry.name), entry.name));
  const mode = statSync(folder).mode & permissionBits;
  const bytes = blobs.reduce((sum, blob) => sum + blob.bytes, 0);
  const modifiedMs = blobs.reduce((newest, blob) => Math.max(newest, blob.modifiedMs), 0);
  return [{ name: 'blobs', bytes, mode, modifiedMs }];
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
