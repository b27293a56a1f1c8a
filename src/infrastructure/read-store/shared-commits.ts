import type { DatabaseSync } from '../sqlite/database.js';

/** One commit, and one flush of the disk, for all writes that are asked for in one turn of the event loop. */
export interface SharedCommits {
  /** Resolves when the work is on disk; a work that throws undoes itself and no other. */
  run(work: () => void): Promise<void>;
  /** Now, for a caller that is about to use the database directly. */
  flush(): void;
}

interface Waiting {
  readonly work: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createSharedCommits(database: DatabaseSync): SharedCommits {
  let waiting: Waiting[] = [];

  function flush(): void {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    let written: readonly Waiting[] = [];
    try {
      inTransaction(database, () => {
        written = batch.filter((one) => worked(database, one, batch.length > 1));
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { resolve } of written) resolve();
  }

  return {
    run: (work) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ work, resolve, reject }) === 1) setImmediate(flush);
      }),
    flush,
  };
}

/** False where it failed: undone, and its caller has the error. Alone in its transaction, it takes that with it. */
function worked(database: DatabaseSync, { work, reject }: Waiting, amongOthers: boolean): boolean {
  if (!amongOthers) {
    work();
    return true;
  }
  database.exec('SAVEPOINT one');
  try {
    work();
    database.exec('RELEASE one');
    return true;
  } catch (error) {
    // Some failures of SQLite end the whole transaction: then every work in it fails.
    if (!database.isTransaction) throw error;
    database.exec('ROLLBACK TO one');
    database.exec('RELEASE one');
    reject(error);
    return false;
  }
}

export function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
