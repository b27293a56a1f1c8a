import { join } from 'node:path';
import { destroyedFileName } from '../destroyed-file.js';

/** Where the embedded vault lies inside `DATA_DIR`. */
export interface VaultPaths {
  readonly dataDir: string;
  readonly database: string;
  /** The append-only file of destroyed keys. */
  readonly destroyedKeys: string;
  /** Bodies too large for the database, each under its blob's id. */
  readonly blobs: string;
  /** Bodies on their way there. */
  readonly incoming: string;
}

export function vaultPaths(dataDir: string): VaultPaths {
  const blobs = join(dataDir, 'blobs');
  return {
    dataDir,
    database: join(dataDir, 'vault.sqlite'),
    destroyedKeys: join(dataDir, destroyedFileName),
    blobs,
    incoming: join(blobs, 'incoming'),
  };
}
