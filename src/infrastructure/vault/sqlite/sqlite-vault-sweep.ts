import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { VaultEntryPlace, VaultSweep } from '../../../application/ports/vault-sweep.js';
import type { WriteClient } from '../../sqlite/write-client.js';
import { orUnavailable } from '../or-unavailable.js';
import type { VaultPaths } from './paths.js';
import type { StrayFiles } from './sweep-writes.js';
import type { VaultReader } from './vault-reader.js';

/** Names in one request to the writer: it holds the vault's lock meanwhile. */
const filesPerRequest = 100;

export function sqliteVaultSweep(paths: VaultPaths, writer: WriteClient, reader: VaultReader): VaultSweep {
  async function removeFiles(folder: keyof StrayFiles, names: AsyncIterable<string>): Promise<number> {
    let removed = 0;
    let batch: string[] = [];
    const flush = async (): Promise<void> => {
      if (batch.length === 0) return;
      const strays: StrayFiles = { blobs: [], incoming: [], [folder]: batch };
      removed += await writer.call<number>('removeStrayFiles', strays);
      batch = [];
    };
    for await (const name of names) {
      batch.push(name);
      if (batch.length === filesPerRequest) await flush();
    }
    await flush();
    return removed;
  }

  async function* unnamedBlobs(beforeMs: number): AsyncGenerator<string> {
    for await (const id of filesOlderThan(paths.blobs, beforeMs)) if (!reader.hasBlob(id)) yield id;
  }

  return {
    entries: (kind, after, limit) =>
      orUnavailable(() => {
        const places = kind === 'keys' ? reader.keyRows(after, limit) : reader.blobs(after, limit);
        // The vault holds anchors as they were given: names of streams.
        return places as readonly VaultEntryPlace[];
      }),

    async removeRows(rows) {
      if (rows.length > 0) await orUnavailable(() => writer.call('removeRows', rows));
    },

    removeStrayFiles: (beforeMs) =>
      orUnavailable(async () => {
        const blobs = await removeFiles('blobs', unnamedBlobs(beforeMs));
        return blobs + (await removeFiles('incoming', filesOlderThan(paths.incoming, beforeMs)));
      }),
  };
}

/** Names of plain files in a folder, by when they were last written. */
async function* filesOlderThan(folder: string, beforeMs: number): AsyncGenerator<string> {
  for await (const entry of await opendir(folder)) {
    if (!entry.isFile()) continue;
    const modified = await stat(join(folder, entry.name)).catch(() => undefined);
    if (modified !== undefined && modified.mtimeMs < beforeMs) yield entry.name;
  }
}
