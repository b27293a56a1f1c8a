import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { endThreadWhenDamaged } from '../../sqlite/damage.js';
import { openDatabase } from '../../sqlite/database.js';
import { serveWrites } from '../../sqlite/group-commit.js';
import { takeOverFormerFile } from '../destroyed-file.js';
import { blobWrites } from './blob-writes.js';
import { forgetApplied } from './destroyed-log.js';
import { keyWrites, reapplyDestroyed } from './key-writes.js';
import { vaultPaths } from './paths.js';
import { createVaultSchema, vaultFormat } from './schema.js';
import { sweepWrites } from './sweep-writes.js';

/** What `openVault` starts this thread with. */
export interface VaultWorkerData {
  readonly dataDir: string;
}

if (parentPort === null) throw new Error('this file is a worker thread');

const paths = vaultPaths((workerData as VaultWorkerData).dataDir);
mkdirSync(paths.dataDir, { recursive: true, mode: 0o700 });
mkdirSync(paths.incoming, { recursive: true, mode: 0o700 });

endThreadWhenDamaged();
const database = openDatabase(paths.database, { secureDelete: true, format: vaultFormat });
createVaultSchema(database);
takeOverFormerFile(paths.destroyedKeys, () => forgetApplied(database));
reapplyDestroyed(database, paths.destroyedKeys);
removeLeftBehind(paths.incoming);

serveWrites(parentPort, {
  database,
  handlers: {
    ready: () => null,
    ...keyWrites(database, paths.destroyedKeys),
    ...blobWrites(database, paths),
    ...sweepWrites(database, paths),
  },
});

/** Files that a crash left on their way. Younger ones may belong to another process that runs beside this one. */
function removeLeftBehind(folder: string): void {
  const abandonedAfterMs = 60 * 60 * 1000;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (modified !== undefined && modified < Date.now() - abandonedAfterMs) rmSync(path, { force: true });
  }
}
