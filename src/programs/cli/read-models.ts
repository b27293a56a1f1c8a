import { existsSync } from 'node:fs';
import type { ReadStoreReader } from '../../application/ports/read-store.js';
import type { Config } from '../../infrastructure/config/config.js';
import { pathsIn } from '../../infrastructure/data-dir/data-dir.js';
import { SqliteReadStore } from '../../infrastructure/read-store/sqlite-read-store.js';
import type { OpenInstallation } from './shared/installation.js';
import { Declined } from './shared/outcome.js';

/** What the server's read models have, for reading only. Throws {@link Declined} where there are none. */
export async function withReadModels<Result>(
  { dataDir }: Config,
  { shared }: OpenInstallation,
  work: (readStore: ReadStoreReader) => Promise<Result>,
): Promise<Result> {
  if (shared !== null) return work(shared.readStore);
  const path = pathsIn(dataDir).readStore;
  if (!existsSync(path))
    throw new Declined(`There are no read models in ${dataDir}: a start of the server makes them.`);
  const store = SqliteReadStore.open(path, { readOnly: true });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
