import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from '../../sqlite/database.js';
import type { WriteContext } from '../../sqlite/group-commit.js';
import { syncFolderBlocking } from '../folder.js';
import type { VaultPaths } from './paths.js';
import { emptyWal } from './wal.js';

export interface StrayFiles {
  /** Names in the folder of blobs: ids. */
  readonly blobs: readonly string[];
  /** Names in the folder of what is on its way there. */
  readonly incoming: readonly string[];
}

/** The sweep's side of the writer thread. */
export function sweepWrites(database: DatabaseSync, paths: VaultPaths) {
  // Never a DELETE: the cells of other keys would move, and leave copies.
  const clearRow = database.prepare('UPDATE key_rows SET keys = zeroblob(length(keys)) WHERE row = ?');
  const findBlob = database.prepare('SELECT 1 FROM blobs WHERE id = ?');

  return {
    removeRows(rows: readonly string[], context: WriteContext): null {
      for (const row of rows) clearRow.run(row);
      context.afterCommit(() => emptyWal(database));
      return null;
    },

    /**
     * Inside the transaction no other write comes between a file's rename and its row. Answers how many were removed.
     */
    removeStrayFiles({ blobs, incoming }: StrayFiles): number {
      const strays = blobs.filter((id) => findBlob.get(id) === undefined);
      for (const id of strays) rmSync(join(paths.blobs, id), { force: true });
      for (const name of incoming) rmSync(join(paths.incoming, name), { force: true });
      syncFolderBlocking(paths.blobs);
      return strays.length + incoming.length;
    },
  };
}
