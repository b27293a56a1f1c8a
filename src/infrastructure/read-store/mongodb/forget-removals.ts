import type { Collection } from 'mongodb';
import type { Position } from '../../../domain/shared/recorded.js';
import type { DocumentRow } from './document-collection.js';

/** How long a removal is remembered, by the writer's own clock, after the checkpoint has passed it. */
const keepRemovalsMs = 3_600_000;
const noteEveryMs = 60_000;
const forgottenAtOnce = 2_000;

/** Which removals are old enough to be forgotten, for one projection. A new process starts counting again. */
export interface RemovalAges {
  /** Everything up to the position has been applied. */
  note(checkpoint: Position, nowMs: number): void;
  /** Removals up to this position are no longer needed. */
  expired(nowMs: number): Position | undefined;
  /** What {@link expired} answered has been dealt with. */
  drop(): void;
}

export function removalAges(): RemovalAges {
  const noted: { readonly checkpoint: Position; readonly atMs: number }[] = [];
  return {
    note(checkpoint, nowMs) {
      const last = noted.at(-1);
      if (last === undefined || nowMs - last.atMs >= noteEveryMs) noted.push({ checkpoint, atMs: nowMs });
    },
    expired(nowMs) {
      const first = noted[0];
      return first !== undefined && nowMs - first.atMs >= keepRemovalsMs ? first.checkpoint : undefined;
    },
    drop() {
      noted.shift();
    },
  };
}

/** Deletes some of the removals up to `until`; answers whether none is left. */
export async function forgetRemovals(collection: Collection<DocumentRow>, until: Position): Promise<boolean> {
  const removed = { removed: { $lte: until } };
  const rows = await collection.find(removed, { projection: { _id: 1 }, limit: forgottenAtOnce }).toArray();
  if (rows.length > 0) await collection.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) }, ...removed });
  return rows.length < forgottenAtOnce;
}
