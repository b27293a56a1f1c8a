import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore, NewBlob } from '../../../application/ports/vault.js';
import { randomBytes } from '../../identity/random.js';
import type { WriteClient } from '../../sqlite/write-client.js';
import type { PutBytes, PutFile } from './blob-writes.js';
import { orUnavailable } from '../or-unavailable.js';
import { ownBytes } from './own-bytes.js';
import type { VaultPaths } from './paths.js';
import type { VaultReader } from './vault-reader.js';

/** A larger body is a file of its own. */
export const maxBytesInDatabase = 256 * 1024;

export function sqliteBlobStore(paths: VaultPaths, writer: WriteClient, reader: VaultReader): BlobStore {
  return {
    // The writer is asked before anything is awaited: keys and body of one turn of the event loop commit together.
    async put(blob) {
      assertId(blob.id);
      const put = blob.bytes.length > maxBytesInDatabase ? putFile : putBytes;
      await orUnavailable(() => put(paths, writer, blob));
    },

    get: (id) =>
      orUnavailable(async () => {
        const stored = reader.blob(id);
        return stored?.kind === 'file' ? readFile(join(paths.blobs, id)) : stored?.bytes;
      }),

    async delete(ids) {
      if (ids.length === 0) return;
      for (const id of ids) assertId(id);
      await orUnavailable(() => writer.call('delete', ids));
    },
  };
}

async function putBytes(
  _paths: VaultPaths,
  writer: WriteClient,
  { id, anchor, createdAt, bytes }: NewBlob,
): Promise<void> {
  await writer.call('putBytes', { id, anchor, createdAt, bytes: ownBytes(bytes) } satisfies PutBytes);
}

async function putFile(
  paths: VaultPaths,
  writer: WriteClient,
  { id, anchor, createdAt, bytes }: NewBlob,
): Promise<void> {
  const incoming = join(paths.incoming, `${id}.${randomBytes(8).toString('hex')}`);
  try {
    await writeDurably(incoming, bytes);
    const entry: PutFile = { id, anchor, createdAt, sizeBytes: bytes.length, incoming };
    await writer.call('putFile', entry);
  } finally {
    // Still there where the write failed, or the blob was stored before.
    await rm(incoming, { force: true });
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** An id becomes a file's name. */
function assertId(id: string): void {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new TypeError('a blob id is a UUID');
}
