import { type Kid, rowOf } from '../../../domain/shared/personal.js';
import { findByIds } from '../../mongodb/find-by-ids.js';
import { slotOf } from '../slot-of.js';
import type { Call } from './calls.js';
import type { KeyRowDocument, VaultCollections } from './collections.js';
import { ReadBatcher } from '../../mongodb/read-batcher.js';

type WrappedRow = KeyRowDocument['keys'];

/** Keys of about half as many rows of plain emails; a key and what holds it take some 200 bytes. */
const mostKept = 10_000;
/** Names in one message. */
const mostNames = 1_000;

/**
 * Keys as they lie in the vault, sealed by the master key. A row never changes but for what is destroyed in it and for
 * the master key around it, so those that were read last are kept. Callers must ask for tombstones too: they win.
 */
export class WrappedKeys {
  readonly #kept = new KeptRows();
  readonly #reads: ReadBatcher<WrappedRow>;

  constructor(collections: Pick<VaultCollections, 'keys' | 'looksUpMany'>, call: Call) {
    this.#reads = new ReadBatcher((names) => call(() => readRows(collections, names)), mostNames);
  }

  /** Those that are kept or stored. */
  async of(kids: readonly Kid[]): Promise<ReadonlyMap<Kid, Buffer>> {
    const wanted = new Set(kids.filter((kid) => this.#kept.get(kid) === undefined).map(rowOf));
    // Kept ones are looked up now: they may have to make room for what is read.
    const wrapped = new Map(kids.flatMap((kid) => entry(kid, this.#kept.get(kid))));
    if (wanted.size === 0) return wrapped;
    const rows = await this.#reads.ask([...wanted]);
    for (const row of wanted) this.#kept.keep(row, rows.get(row));
    for (const kid of kids) {
      const { row, index } = slotOf(kid);
      const key = rows.get(row)?.[index];
      if (key !== undefined) wrapped.set(kid, key);
    }
    return wrapped;
  }

  /** The next request for a key of these rows gets what is stored. */
  forget(rows: Iterable<string>): void {
    for (const row of rows) this.#kept.drop(row);
  }
}

/** The newest of all rows that were read, so many that their keys are within the limit. */
class KeptRows {
  readonly #rows = new Map<string, WrappedRow>();
  #keys = 0;

  get(kid: Kid): Buffer | undefined {
    const { row, index } = slotOf(kid);
    return this.#rows.get(row)?.[index];
  }

  keep(row: string, keys: WrappedRow | undefined): void {
    this.drop(row);
    if (keys === undefined) return;
    this.#rows.set(row, keys);
    this.#keys += Object.keys(keys).length;
    for (const oldest of this.#rows.keys()) {
      if (this.#keys <= mostKept) break;
      this.drop(oldest);
    }
  }

  drop(row: string): void {
    const keys = this.#rows.get(row);
    if (keys === undefined) return;
    this.#rows.delete(row);
    this.#keys -= Object.keys(keys).length;
  }
}

function entry(kid: Kid, key: Buffer | undefined): readonly (readonly [Kid, Buffer])[] {
  return key === undefined ? [] : [[kid, key]];
}

async function readRows(
  { keys, looksUpMany }: Pick<VaultCollections, 'keys' | 'looksUpMany'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, WrappedRow>> {
  const found = await findByIds(keys, names, looksUpMany, { projection: { keys: 1 } });
  return new Map(found.map(({ _id, keys: wrapped }) => [_id, owned(wrapped)]));
}

/** What the driver answers are views of the whole message, which would be kept with them. */
function owned(wrapped: WrappedRow): WrappedRow {
  return Object.fromEntries(Object.entries(wrapped).map(([index, key]) => [index, Buffer.from(key)]));
}
