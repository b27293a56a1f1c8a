import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import { type Fence, LeaseLost } from '../../../application/ports/lease.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { isDuplicateKey } from '../../mongodb/errors.js';
import { ReadBatcher } from '../../mongodb/read-batcher.js';
import { fewUpdatesAtOnce } from '../../mongodb/update-in-turn.js';
import { withIds } from '../../mongodb/with-ids.js';

/** One for each `name@version`. It is never deleted: the fence outlives a reset. */
export interface CheckpointRow {
  readonly _id: string;
  readonly position?: Position;
  /** The greatest that has written it; 0 where leases are not used. */
  readonly fence: Fence;
}

interface Write {
  readonly name: string;
  readonly fence: Fence;
  readonly update: object;
  /** What the row says beside its fence where there was none. */
  readonly first: { readonly position?: Position };
}

interface Waiting extends Write {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * The projections of a process end their pages at about the same time; a reader waits longer for its list than this.
 */
const collectMs = 10;
const mostNames = 1_000;

/** How far each projection is. What several of them read or write at about the same time shares a round trip. */
export class Checkpoints {
  readonly #rows: Collection<CheckpointRow>;
  readonly #reads: ReadBatcher<Position>;
  #queue: Waiting[] = [];
  #running = false;

  constructor(database: Db) {
    this.#rows = database.collection<CheckpointRow>('checkpoints');
    this.#reads = new ReadBatcher((names) => readPositions(this.#rows, names), mostNames);
  }

  async of(name: string): Promise<Position | undefined> {
    return (await this.#reads.ask([name])).get(name);
  }

  /** Never back. Throws {@link LeaseLost}. */
  move(name: string, position: Position, fence: Fence): Promise<void> {
    return this.#write({ name, fence, update: { $max: { position }, $set: { fence } }, first: { position } });
  }

  /** From now on no holder of an older fence writes it. Throws {@link LeaseLost}. */
  remove(name: string, fence: Fence): Promise<void> {
    return this.#write({ name, fence, update: { $unset: { position: '' }, $set: { fence } }, first: {} });
  }

  #write(write: Write): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ ...write, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      setTimeout(() => void this.#run(), collectMs);
    });
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, fewUpdatesAtOnce);
      await writeTogether(this.#rows, batch).catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
    }
    this.#running = false;
  }
}

/** In their order: of two writes of one name the second stays. */
async function writeTogether(rows: Collection<CheckpointRow>, batch: readonly Waiting[]): Promise<void> {
  const updates = batch.map((write): AnyBulkWriteOperation<CheckpointRow> => {
    return { updateOne: { filter: ofOlder(write), update: write.update } };
  });
  if (batch.length > 1 && (await rows.bulkWrite(updates)).matchedCount === batch.length) {
    for (const { resolve } of batch) resolve();
    return;
  }
  // The error does not say which of them was refused. Each can be done twice.
  for (const write of batch) await writeOne(rows, write).then(write.resolve, write.reject);
}

async function writeOne(rows: Collection<CheckpointRow>, write: Write): Promise<void> {
  const { name, fence, update, first } = write;
  if ((await rows.updateOne(ofOlder(write), update)).matchedCount > 0) return;
  try {
    await rows.insertOne({ _id: name, fence, ...first });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // It was there all the time, or came meanwhile.
    if ((await rows.updateOne(ofOlder(write), update)).matchedCount > 0) return;
    throw new LeaseLost(`a newer holder than ${fence} writes ${name}`);
  }
}

function ofOlder({ name, fence }: Write) {
  return { _id: name, fence: { $lte: fence } };
}

async function readPositions(
  rows: Collection<CheckpointRow>,
  names: readonly string[],
): Promise<ReadonlyMap<string, Position>> {
  const found = await rows.find(withIds(names), { limit: names.length, batchSize: names.length }).toArray();
  return new Map(found.flatMap(({ _id, position }) => (position === undefined ? [] : [[_id, position]])));
}
