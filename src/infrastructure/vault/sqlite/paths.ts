import { join } from 'node:path';

/** Where the embedded vault lies inside `DATA_DIR`. */
export interface VaultPaths {
  readonly dataDir: string;
  readonly database: string;
  readonly destroyedKids: string;
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
    destroyedKids: join(dataDir, 'destroyed-kids.log'),
    blobs,
    incoming: join(blobs, 'incoming'),
  };
}
