import { updateInTurn } from '../../mongodb/update-in-turn.js';
import { assertWords, type DestroyedKey, destroyedIn } from '../destroyed-lines.js';
import { slotOf } from '../slot-of.js';
import type { AppliedLog } from './applied-log.js';
import type { Call } from './calls.js';
import type { KeyRowDocument, VaultCollections } from './collections.js';
import { ensureAll } from './insert-all.js';

export interface KeyDestroyer {
  /** Tombstones, durable when it resolves; then no document holds the keys. Repeatable. */
  destroy(kids: readonly string[], destroyedAt: string): Promise<void>;
  /** Destroys what the append-only file names and these tombstones lack. */
  applyLog(): Promise<void>;
  /** Notes how far the file has been applied. */
  close(): Promise<void>;
}

/** Kids in one step: they travel in one message. */
const pageSize = 500;
/** FerretDB's updates of one document from two sides may lose one of the two; MongoDB's never do. */
const mostRounds = 5;

/** `log` undefined: what was destroyed is remembered by the tombstones alone. */
export function keyDestroyer(collections: VaultCollections, log: AppliedLog | undefined, call: Call): KeyDestroyer {
  const page = async (keys: readonly DestroyedKey[]): Promise<void> => {
    const tombstones = keys.map(({ kid, destroyedAt }) => ({ _id: kid, destroyedAt }));
    // First: from here on the keys read as destroyed, whether or not their bytes have gone yet.
    await call(() => ensureAll(collections.destroyed, tombstones));
    let left: readonly string[] = keys.map(({ kid }) => kid);
    for (let round = 0; left.length > 0; round += 1) {
      if (round === mostRounds) await call(() => Promise.reject(new Error('destroyed keys come back')));
      await call(() => clear(collections, left));
      left = await call(() => stillHeld(collections, left));
    }
  };
  const destroyAll = async (keys: readonly DestroyedKey[]): Promise<void> => {
    for (let start = 0; start < keys.length; start += pageSize) await page(keys.slice(start, start + pageSize));
  };
  /** Those of a file that has been applied before are passed over by reading alone. */
  const destroyUnseen = async (keys: readonly DestroyedKey[]): Promise<void> => {
    for (let start = 0; start < keys.length; start += pageSize) {
      const kids = keys.slice(start, start + pageSize).map(({ kid }) => kid);
      const unseen = await call(() => notYetDestroyed(collections, kids));
      await destroyAll(keys.slice(start, start + pageSize).filter(({ kid }) => unseen.has(kid)));
    }
  };
  const serially = oneAfterTheOther();

  return {
    destroy: (kids, destroyedAt) =>
      serially(async () => {
        if (kids.length === 0) return;
        assertWords(kids, destroyedAt);
        // The file outlives every restored copy of the vault: it knows first.
        await log?.append(kids, destroyedAt);
        await destroyAll(kids.map((kid) => ({ kid, destroyedAt })));
        await log?.noteApplied(kids.length);
      }),
    applyLog: () => serially(async () => log?.apply((lines) => destroyUnseen(destroyedIn(lines)))),
    close: () => serially(async () => log?.close()),
  };
}

/** By row, so that the two changes of it are one. */
function clear({ keys }: VaultCollections, kids: readonly string[]) {
  const places = new Map<string, Record<`keys.${number}`, ''>>();
  for (const kid of kids) {
    const { row, index } = slotOf(kid);
    const unset = places.get(row) ?? {};
    unset[`keys.${index}`] = '';
    places.set(row, unset);
  }
  return updateInTurn(
    keys,
    [...places].map(([row, unset]) => ({ updateOne: { filter: { _id: row }, update: { $unset: unset } } })),
  );
}

/** Kids of these whose bytes are there. On the way rows of the request log without keys leave its index. */
async function stillHeld(collections: VaultCollections, kids: readonly string[]): Promise<readonly string[]> {
  const rows = await rowsOf(collections, kids);
  const emptied = [...rows.values()].filter(
    (row) => row.requestLogRow !== undefined && Object.keys(row.keys).length === 0,
  );
  if (emptied.length > 0) {
    const names = emptied.map(({ _id }) => _id);
    await collections.keys.updateMany({ _id: { $in: names } }, { $unset: { requestLogRow: '' } });
  }
  return kids.filter((kid) => isHeld(rows, kid));
}

async function notYetDestroyed(collections: VaultCollections, kids: readonly string[]): Promise<ReadonlySet<string>> {
  const [rows, tombstones] = await Promise.all([
    rowsOf(collections, kids),
    collections.destroyed
      .find({ _id: { $in: [...kids] } })
      .project<{ _id: string }>({ _id: 1 })
      .toArray(),
  ]);
  const known = new Set(tombstones.map(({ _id }) => _id));
  return new Set(kids.filter((kid) => !known.has(kid) || isHeld(rows, kid)));
}

async function rowsOf(
  { keys }: VaultCollections,
  kids: readonly string[],
): Promise<ReadonlyMap<string, KeyRowDocument>> {
  const names = [...new Set(kids.map((kid) => slotOf(kid).row))];
  const found = await keys.find({ _id: { $in: names } }).toArray();
  return new Map(found.map((row) => [row._id, row]));
}

function isHeld(rows: ReadonlyMap<string, KeyRowDocument>, kid: string): boolean {
  const { row, index } = slotOf(kid);
  return rows.get(row)?.keys[index] !== undefined;
}

/** The file has one writer in this process. */
function oneAfterTheOther() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}
