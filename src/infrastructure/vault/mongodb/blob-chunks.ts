import { VaultUnavailable } from '../../../application/ports/vault.js';
import { ids } from '../../system/ids.js';
import type { Call } from './calls.js';
import type { ChunkDocument, ChunkList, VaultCollections } from './collections.js';
import { inPieces } from '../byte-stream.js';
import { ensureAll } from './insert-all.js';

const chunkBytes = 1024 * 1024;
/** Chunks in one message. */
const chunksAtOnce = 8;

/** In the order of their places. */
function chunkIds({ upload, count }: ChunkList): readonly string[] {
  return Array.from({ length: count }, (_, place) => `${upload}.${place}`);
}

/** Durable when it resolves, under a name of their own; what a cut-off one leaves, the sweep finds by its record. */
export async function uploadChunks(
  { chunks, uploads }: VaultCollections,
  call: Call,
  blob: string,
  bytes: Buffer,
): Promise<ChunkList> {
  const list: ChunkList = { upload: ids.next(), count: Math.ceil(bytes.length / chunkBytes) };
  await call(() => ensureAll(uploads, [{ _id: list.upload, blob, count: list.count }]));
  const names = chunkIds(list);
  for (let start = 0; start < names.length; start += chunksAtOnce) {
    const batch = names.slice(start, start + chunksAtOnce).map((_id, index): ChunkDocument => {
      const from = (start + index) * chunkBytes;
      return { _id, bytes: bytes.subarray(from, from + chunkBytes) };
    });
    // Their names were made for them: only a message that travelled twice would find them there.
    await call(() => ensureAll(chunks, batch));
  }
  return list;
}

/** How many chunks more the record of an upload of unknown length allows for at a time. */
const chunksAhead = 16;

/** {@link uploadChunks} for bytes as they come; rejects with what they throw, and leaves nothing then. */
export async function streamChunks(
  collections: VaultCollections,
  call: Call,
  blob: string,
  bytes: AsyncIterable<Buffer>,
): Promise<ChunkList> {
  const { chunks, uploads } = collections;
  const upload = ids.next();
  let recorded = chunksAhead;
  let count = 0;
  await call(() => ensureAll(uploads, [{ _id: upload, blob, count: recorded }]));
  try {
    for await (const piece of inPieces(bytes, chunkBytes)) {
      // The record is ahead of the chunks: whatever is cut off, the sweep knows all that may be there.
      if (count === recorded) {
        recorded += chunksAhead;
        await call(() => uploads.updateOne({ _id: upload }, { $set: { count: recorded } }));
      }
      await call(() => ensureAll(chunks, [{ _id: `${upload}.${count}`, bytes: piece }]));
      count += 1;
    }
  } catch (error) {
    await removeUpload(collections, call, { upload, count: recorded }).catch(() => undefined);
    throw error;
  }
  return { upload, count };
}

/** To be asked once the entry that names them is durable: from then on they are never taken for strays. */
export async function keepUpload({ uploads }: VaultCollections, call: Call, { upload }: ChunkList): Promise<void> {
  const { deletedCount } = await call(() => uploads.deleteOne({ _id: upload, removing: { $ne: true } }));
  if (deletedCount === 0) throw new VaultUnavailable('a large body came too late: the sweep has taken its chunks');
}

/** Removes the upload of a body that is stored already, or that is to go. */
export async function removeUpload({ chunks, uploads }: VaultCollections, call: Call, list: ChunkList): Promise<void> {
  await call(() => chunks.deleteMany({ _id: { $in: [...chunkIds(list)] } }));
  await call(() => uploads.deleteOne({ _id: list.upload }));
}

/** Undefined where one of them is missing. */
export async function readChunks(
  { chunks }: VaultCollections,
  call: Call,
  list: ChunkList,
): Promise<Buffer | undefined> {
  const names = chunkIds(list);
  const found = await call(() => chunks.find({ _id: { $in: [...names] } }).toArray());
  const byName = new Map(found.map(({ _id, bytes }) => [_id, bytes]));
  const parts = names.flatMap((name) => byName.get(name) ?? []);
  return parts.length === names.length ? Buffer.concat(parts) : undefined;
}

/** From `start` until before `end`, or the end of the last; undefined where one of them is missing. */
export async function readChunkRange(
  collections: VaultCollections,
  call: Call,
  { upload, count }: ChunkList,
  start: number,
  end: number,
): Promise<Buffer | undefined> {
  const first = Math.floor(start / chunkBytes);
  const places = Array.from({ length: count }, (_, place) => place).slice(first, Math.ceil(end / chunkBytes));
  const parts: Buffer[] = [];
  for (const place of places) {
    const chunk = await call(() => collections.chunks.findOne({ _id: `${upload}.${place}` }));
    if (chunk === null) return undefined;
    parts.push(chunk.bytes);
  }
  const from = start - first * chunkBytes;
  return Buffer.concat(parts).subarray(from, Math.max(from, from + end - start));
}

/** Whether each is there: only their names travel. */
export async function hasChunks({ chunks }: VaultCollections, call: Call, list: ChunkList): Promise<boolean> {
  const names = chunkIds(list);
  const found = await call(() =>
    chunks
      .find({ _id: { $in: [...names] } })
      .project({ _id: 1 })
      .toArray(),
  );
  return found.length === names.length;
}
