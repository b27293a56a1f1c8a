import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from '../../sqlite/database.js';
import type { WriteContext } from '../../sqlite/group-commit.js';
import { syncFolderBlocking } from '../folder.js';
import type { VaultPaths } from './paths.js';
import { emptyWal } from './wal.js';

interface Entry {
  readonly id: string;
  readonly anchor: string;
  readonly createdAt: string;
}

export interface PutBytes extends Entry {
  readonly bytes: Uint8Array;
}

export interface PutFile extends Entry {
  readonly sizeBytes: number;
  /** A whole file, on disk, that becomes the blob's. */
  readonly incoming: string;
}

/** The blob store's side of the writer thread. */
export function blobWrites(database: DatabaseSync, paths: VaultPaths) {
  const find = database.prepare('SELECT slot FROM blobs WHERE id = ?');
  const insert = database.prepare('INSERT INTO blobs (id, anchor, created_at, size, slot) VALUES (?, ?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM blobs WHERE id = ?');
  const slots = slotWrites(database);
  // Where many files come together, one flush is for all of their names.
  const syncNames = (): void => syncFolderBlocking(paths.blobs);

  return {
    putBytes({ id, anchor, createdAt, bytes }: PutBytes): 'stored' | 'exists' {
      if (find.get(id) !== undefined) return 'exists';
      insert.run(id, anchor, createdAt, bytes.length, slots.take(bytes));
      return 'stored';
    },

    /** `exists` leaves the incoming file to the caller. */
    putFile({ id, anchor, createdAt, sizeBytes, incoming }: PutFile, context: WriteContext): 'stored' | 'exists' {
      if (find.get(id) !== undefined) return 'exists';
      moveIntoPlace(incoming, join(paths.blobs, id), sizeBytes);
      context.beforeCommit(syncNames);
      insert.run(id, anchor, createdAt, sizeBytes, null);
      return 'stored';
    },

    delete(ids: readonly string[], context: WriteContext): null {
      for (const id of ids) {
        const slot = find.get(id)?.['slot'];
        if (typeof slot === 'number') slots.release(slot);
        // Also where no row is left: a crash may have come between the file and its row.
        else rmSync(join(paths.blobs, id), { force: true });
        remove.run(id);
      }
      context.beforeCommit(syncNames);
      context.afterCommit(() => emptyWal(database));
      return null;
    },
  };
}

/**
 * Rows that hold small bodies. They are never deleted: a body overwrites one of its size class, or a new one is
 * appended.
 */
function slotWrites(database: DatabaseSync) {
  const findFree = database.prepare('SELECT slot FROM free_slots WHERE capacity = ? LIMIT 1');
  const takeFree = database.prepare('DELETE FROM free_slots WHERE capacity = ? AND slot = ?');
  const append = database.prepare('INSERT INTO slots (bytes) VALUES (?)');
  const overwrite = database.prepare('UPDATE slots SET bytes = ? WHERE slot = ?');
  const clear = database.prepare('UPDATE slots SET bytes = zeroblob(length(bytes)) WHERE slot = ?');
  const free = database.prepare('INSERT INTO free_slots SELECT length(bytes), slot FROM slots WHERE slot = ?');

  return {
    take(bytes: Uint8Array): number {
      const padded = Buffer.alloc(capacityFor(bytes.length));
      padded.set(bytes);
      const slot = findFree.get(padded.length)?.['slot'];
      if (typeof slot !== 'number') return Number(append.run(padded).lastInsertRowid);
      takeFree.run(padded.length, slot);
      overwrite.run(padded, slot);
      return slot;
    },
    release(slot: number): void {
      clear.run(slot);
      free.run(slot);
    },
  };
}

/** Four size classes to each doubling: at most a quarter is padding, and a freed slot soon finds a body again. */
function capacityFor(sizeBytes: number): number {
  const step = 2 ** Math.max(6, Math.floor(Math.log2(Math.max(sizeBytes, 1))) - 2);
  return Math.max(step, Math.ceil(sizeBytes / step) * step);
}

function moveIntoPlace(incoming: string, path: string, sizeBytes: number): void {
  if (existsSync(incoming)) {
    renameSync(incoming, path);
    return;
  }
  // The same request ran before, in a batch that was rolled back for another's sake: its file must be in place.
  if (statSync(path).size !== sizeBytes) throw new Error('the file of a large body has gone');
}
