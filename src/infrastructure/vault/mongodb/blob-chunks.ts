import { VaultUnavailable } from '../../../application/ports/vault.js';
import { ids } from '../../identity/ids.js';
import type { Call } from './calls.js';
import type { ChunkDocument, ChunkList, VaultCollections } from './collections.js';
import { ensureAll } from './insert-all.js';

const chunkBytes = 1024 * 1024;
/** Of one message. */
const chunksAtOnce = 8;

/** In the order of their places. */
export function chunkIds({ upload, count }: ChunkList): readonly string[] {
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

/** To be asked once the entry that names them is durable: from then on they are never taken for strays. */
export async function keepUpload({ uploads }: VaultCollections, call: Call, { upload }: ChunkList): Promise<void> {
  const { deletedCount } = await call(() => uploads.deleteOne({ _id: upload, removing: { $ne: true } }));
  if (deletedCount === 0) throw new VaultUnavailable('a large body came too late: the sweep has taken its chunks');
}

/** Of a body that is stored already, or that is to go. */
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
