import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore, NewBlob, StagedBlob } from '../../../application/ports/vault.js';
import { randomBytes } from '../../crypto/random.js';
import type { WriteClient } from '../../sqlite/write-client.js';
import { readBeginning } from '../byte-stream.js';
import type { PutBytes, PutFile } from './blob-writes.js';
import { orUnavailable } from '../or-unavailable.js';
import { ownBytes } from './own-bytes.js';
import type { VaultPaths } from './paths.js';
import type { VaultReader } from './vault-reader.js';

/** A larger body is a file of its own. */
const maxBytesInDatabase = 256 * 1024;

export function sqliteBlobStore(paths: VaultPaths, writer: WriteClient, reader: VaultReader): BlobStore {
  return {
    // The writer is asked before anything is awaited: keys and body of one turn of the event loop commit together.
    async put(blob) {
      assertId(blob.id);
      const put = blob.bytes.length > maxBytesInDatabase ? putFile : putBytes;
      await orUnavailable(() => put(paths, writer, blob));
    },

    async stage(id, bytes) {
      assertId(id);
      const beginning = await readBeginning(bytes, maxBytesInDatabase);
      if (beginning.kind === 'longer') return stageFile(paths, writer, id, beginning.bytes);
      return {
        store: (place) => orUnavailable(() => putBytes(paths, writer, { id, ...place, bytes: beginning.bytes })),
        discard: async () => undefined,
      };
    },

    get: (id) =>
      orUnavailable(async () => {
        const stored = reader.blob(id);
        return stored?.kind === 'file' ? readFile(join(paths.blobs, id)) : stored?.bytes;
      }),

    getRange: (id, start, end) =>
      orUnavailable(async () => {
        const stored = reader.blob(id);
        return stored?.kind === 'file'
          ? readRange(join(paths.blobs, id), start, end)
          : stored?.bytes.subarray(start, end);
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
  const incoming = incomingPath(paths, id);
  try {
    await writeDurably(incoming, bytes);
    const entry: PutFile = { id, anchor, createdAt, sizeBytes: bytes.length, incoming };
    await writer.call('putFile', entry);
  } finally {
    // Still there where the write failed, or the blob was stored before.
    await rm(incoming, { force: true });
  }
}

/** A file of its own, whole and on disk, that nothing names yet. */
async function stageFile(
  paths: VaultPaths,
  writer: WriteClient,
  id: string,
  bytes: AsyncIterable<Buffer>,
): Promise<StagedBlob> {
  const incoming = incomingPath(paths, id);
  const discard = (): Promise<void> => orUnavailable(() => rm(incoming, { force: true }));
  try {
    const sizeBytes = await writeStream(incoming, bytes);
    return {
      async store(place) {
        const entry: PutFile = { id, ...place, sizeBytes, incoming };
        await orUnavailable(() => writer.call('putFile', entry));
      },
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Answers how many bytes it wrote. What the source throws is not the vault's failure. */
async function writeStream(path: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  const file = await orUnavailable(() => open(path, 'wx', 0o600));
  let sizeBytes = 0;
  try {
    for await (const chunk of bytes) {
      await orUnavailable(() => file.writeFile(chunk));
      sizeBytes += chunk.length;
    }
    await orUnavailable(() => file.sync());
    return sizeBytes;
  } finally {
    await file.close();
  }
}

async function readRange(path: string, start: number, end: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.max(0, Math.min(end, size) - start);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function incomingPath(paths: VaultPaths, id: string): string {
  return join(paths.incoming, `${id}.${randomBytes(8).toString('hex')}`);
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
