import { type BlobStore, type NewBlob, VaultUnavailable } from '../../../application/ports/vault.js';
import { findByIds } from '../../mongodb/find-by-ids.js';
import { readBeginning } from '../byte-stream.js';
import {
  hasChunks,
  keepUpload,
  readChunkRange,
  readChunks,
  removeUpload,
  streamChunks,
  uploadChunks,
} from './blob-chunks.js';
import type { Call } from './calls.js';
import type { BlobDocument, ChunkList, VaultCollections } from './collections.js';
import { insertAll } from './insert-all.js';
import { InsertBatcher } from './insert-batcher.js';
import { ReadBatcher } from '../../mongodb/read-batcher.js';

/** A larger body is chunks of its own. */
const maxBytesInEntry = 256 * 1024;
/** Beside the body: names, times, and what the server's format adds. */
const entryOverheadBytes = 300;
/** Read in one round trip: at most 4 MiB of bodies. */
const entriesAtOnce = 16;
/** Entries looked at in one message. */
const pageSize = 100;

export function mongodbBlobStore(collections: VaultCollections, call: Call): BlobStore {
  const { blobs } = collections;
  const entries = new InsertBatcher<BlobDocument>(call, (documents) => insertAll(blobs, documents));
  const bodies = new ReadBatcher((ids) => call(() => readEntries(collections, ids)), entriesAtOnce);

  const chunksOf = async (id: string): Promise<ChunkList | 'none' | undefined> => {
    const entry = await call(() => blobs.findOne({ _id: id }, { projection: { chunks: 1 } }));
    if (entry === null) return undefined;
    return 'chunks' in entry ? entry.chunks : 'none';
  };

  /** Whether there was such a blob. */
  async function isStored(id: string): Promise<boolean> {
    const stored = await chunksOf(id);
    if (stored === undefined) return false;
    if (stored !== 'none' && !(await hasChunks(collections, call, stored))) throw bytesGone(id);
    return true;
  }

  async function putLarge({ id, anchor, createdAt, bytes }: NewBlob): Promise<void> {
    if (await isStored(id)) return;
    const chunks = await uploadChunks(collections, call, id, bytes);
    const result = await entries.add({ _id: id, anchor, createdAt, chunks }, entryOverheadBytes);
    await (result === 'exists' ? removeUpload : keepUpload)(collections, call, chunks);
  }

  async function read(id: string, large: (chunks: ChunkList) => Promise<Buffer | undefined>, start = 0, end?: number) {
    const entry = (await bodies.ask([id])).get(id);
    if (entry === undefined) return undefined;
    if ('bytes' in entry) return entry.bytes.subarray(start, end);
    const bytes = await large(entry.chunks);
    // Chunks go before their entry does.
    if (bytes === undefined && (await chunksOf(id)) !== undefined) throw bytesGone(id);
    return bytes;
  }

  // The server is asked before anything is awaited: bodies of one turn of the event loop travel together.
  async function put(blob: NewBlob): Promise<void> {
    const { id, anchor, createdAt, bytes } = blob;
    if (bytes.length > maxBytesInEntry) await putLarge(blob);
    else await entries.add({ _id: id, anchor, createdAt, bytes }, entryOverheadBytes + bytes.length);
  }

  return {
    put,

    async stage(id, bytes) {
      const beginning = await readBeginning(bytes, maxBytesInEntry);
      if (beginning.kind === 'whole') {
        return { store: (place) => put({ id, ...place, bytes: beginning.bytes }), discard: async () => undefined };
      }
      const chunks = await streamChunks(collections, call, id, beginning.bytes);
      let handedOver = false;
      return {
        async store({ anchor, createdAt }) {
          // From here on the entry may name them, whatever the answer: they are the sweep's.
          handedOver = true;
          const result = await entries.add({ _id: id, anchor, createdAt, chunks }, entryOverheadBytes);
          await (result === 'exists' ? removeUpload : keepUpload)(collections, call, chunks);
        },
        async discard() {
          if (!handedOver) await removeUpload(collections, call, chunks);
        },
      };
    },

    get: (id) => read(id, (chunks) => readChunks(collections, call, chunks)),
    getRange: (id, start, end) =>
      read(id, (chunks) => readChunkRange(collections, call, chunks, start, end), start, end),

    async delete(ids) {
      for (let start = 0; start < ids.length; start += pageSize) {
        await deletePage(collections, call, ids.slice(start, start + pageSize));
      }
    },
  };
}

async function readEntries(
  { blobs, looksUpMany }: VaultCollections,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BlobDocument>> {
  const found = await findByIds(blobs, ids, looksUpMany);
  return new Map(found.map((entry) => [entry._id, entry]));
}

/** Chunks first: until they have gone their entry says where they are, and a repeated delete finds them. */
async function deletePage(collections: VaultCollections, call: Call, ids: readonly string[]): Promise<void> {
  const { blobs } = collections;
  const large = await call(() =>
    blobs
      .find({ _id: { $in: [...ids] }, chunks: { $exists: true } })
      .project<{ chunks: ChunkList }>({ chunks: 1 })
      .toArray(),
  );
  for (const { chunks } of large) await removeUpload(collections, call, chunks);
  await call(() => blobs.deleteMany({ _id: { $in: [...ids] } }));
}

function bytesGone(id: string): VaultUnavailable {
  return new VaultUnavailable(`the vault is not available: chunks of the body ${id} are missing`);
}
