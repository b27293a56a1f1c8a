import { existsSync } from 'node:fs';
import type { ReadModelIdentity } from '../../application/ports/read-model-identity.js';
import { type DatabaseSync, openDatabase } from '../sqlite/database.js';

const table =
  'CREATE TABLE IF NOT EXISTS installation (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL) STRICT';

/** Beside the documents, in `read.sqlite`. Each call opens the file for itself. */
export function sqliteReadModelIdentity(path: string): ReadModelIdentity {
  return {
    place: 'DATA_DIR',
    async builtFrom() {
      if (!existsSync(path)) return undefined;
      return within(path, true, (database) => {
        const installationId = has(database, 'installation') ? named(database) : null;
        const isBuilt = has(database, 'checkpoints') && isFilled(database);
        return installationId === null && !isBuilt ? undefined : { installationId };
      });
    },
    belongTo: async (installationId) =>
      within(path, false, (database) => {
        database.exec(table);
        database.prepare('INSERT INTO installation VALUES (1, ?) ON CONFLICT DO NOTHING').run(installationId);
        return named(database) ?? installationId;
      }),
    moveTo: async (installationId) =>
      within(path, false, (database) => {
        database.exec(table);
        database.prepare('INSERT OR REPLACE INTO installation VALUES (1, ?)').run(installationId);
      }),
  };
}

function within<Result>(path: string, readOnly: boolean, work: (database: DatabaseSync) => Result): Result {
  const database = openDatabase(path, { readOnly, secureDelete: true });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function has(database: DatabaseSync, name: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

function named(database: DatabaseSync): string | null {
  const row = database.prepare('SELECT id FROM installation').get() as { readonly id: string } | undefined;
  return row?.id ?? null;
}

function isFilled(database: DatabaseSync): boolean {
  return database.prepare('SELECT 1 FROM checkpoints LIMIT 1').get() !== undefined;
}
