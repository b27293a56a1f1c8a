import type { Collection } from 'mongodb';
import { type Fence, LeaseLost } from '../../../application/ports/lease.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { isDuplicateKey } from '../../mongodb/errors.js';

/** One for each `name@version`. It is never deleted: the fence outlives a reset. */
export interface CheckpointRow {
  readonly _id: string;
  readonly position?: Position;
  /** The greatest that has written it; 0 where leases are not used. */
  readonly fence: Fence;
}

/** Moves the checkpoint, never back. Throws {@link LeaseLost}. */
export async function moveCheckpoint(
  collection: Collection<CheckpointRow>,
  name: string,
  position: Position,
  fence: Fence,
): Promise<void> {
  await write(collection, name, fence, { $max: { position }, $set: { fence } }, { position });
}

/** From now on no holder of an older fence writes it. Throws {@link LeaseLost}. */
export async function removeCheckpoint(
  collection: Collection<CheckpointRow>,
  name: string,
  fence: Fence,
): Promise<void> {
  await write(collection, name, fence, { $unset: { position: '' }, $set: { fence } }, {});
}

async function write(
  collection: Collection<CheckpointRow>,
  name: string,
  fence: Fence,
  update: object,
  first: { readonly position?: Position },
): Promise<void> {
  const ofOlder = { _id: name, fence: { $lte: fence } };
  if ((await collection.updateOne(ofOlder, update)).matchedCount > 0) return;
  try {
    await collection.insertOne({ _id: name, fence, ...first });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // It was there all the time, or came meanwhile.
    if ((await collection.updateOne(ofOlder, update)).matchedCount > 0) return;
    throw new LeaseLost(`a newer holder than ${fence} writes ${name}`);
  }
}
