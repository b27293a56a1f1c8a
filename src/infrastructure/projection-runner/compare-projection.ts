import type { ReadStore, ReadStoreReader, StoredDocument } from '../../application/ports/read-store.js';
import { canonicalJson } from '../../domain/shared/json.js';
import type { EventFilter } from '../../application/ports/event-store.js';
import type { StreamRetired } from '../../domain/retention/events.js';
import type { Position } from '../../domain/shared/recorded.js';
import { categoryOf, idOf } from '../../domain/shared/stream-name.js';
import { type AnyProjection, isSum } from '../../projections/shared/projection.js';
import { type FoldPorts, shapeOf } from './fold-page.js';
import { rebuildProjection } from './rebuild-projection.js';

const pageSize = 500;

export interface CompareOptions extends FoldPorts {
  readonly projection: AnyProjection;
  /** Documents and checkpoint as they stood together at one moment. */
  readonly snapshot: ReadStoreReader;
  /** Empty, and of no use afterwards. */
  readonly scratch: ReadStore;
}

export interface Difference {
  readonly projection: string;
  readonly id: string;
  /** `missing`: the log gives it, the snapshot lacks it. `extra`: the other way round. */
  readonly kind: 'missing' | 'extra' | 'different';
}

/**
 * Folds the log from its start to the snapshot's checkpoint and compares the canonical JSON of each document. Answers
 * the first difference in the order of ids. Keys that are destroyed between the snapshot and the comparison show as a
 * difference until their erasure is completed: compare a new snapshot then.
 */
export async function compareProjection(options: CompareOptions): Promise<Difference | undefined> {
  const { projection, snapshot, scratch } = options;
  const checkpoint = await snapshot.checkpoint(shapeOf(projection));
  // Without a checkpoint nothing was ever folded, and there is nothing that the log could give.
  if (checkpoint !== undefined) await rebuildProjection({ ...options, readStore: scratch, until: checkpoint });
  const gone = await retiredBehind(options, checkpoint);
  /** A sum that still counts them. */
  const isAhead = ({ document }: StoredDocument) => gone.size > 0 && projection.sums !== undefined && isSum(document);
  const kept = documentsOf(snapshot, projection);
  const rebuilt = documentsOf(scratch, projection);
  let left = await kept.next();
  let right = await rebuilt.next();
  while (left.done !== true || right.done !== true) {
    const kind = kindOf(left.value, right.value);
    const found = kind === 'missing' ? right.value : left.value;
    if (kind !== undefined && found !== undefined && !(kind === 'extra' && gone.has(found.id)) && !isAhead(found))
      return { projection: `${projection.name}@${projection.version}`, id: found.id, kind };
    left = await kept.next();
    if (kind !== 'extra') right = await rebuilt.next();
  }
  return undefined;
}

/** Documents whose streams were retired since: the snapshot still has them, and the log may not any more. */
async function retiredBehind(
  { store, codec, projection }: CompareOptions,
  checkpoint: Position | undefined,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const { documentsOf } = projection;
  if (checkpoint === undefined || documentsOf === undefined) return ids;
  const filter: EventFilter = { categories: ['retention'], types: ['StreamRetired'] };
  for (let after = checkpoint, atEnd = false; !atEnd; ) {
    const page = await store.readAll({ after, limit: pageSize, filter });
    for (const { event } of codec.decode(page.events)) {
      const { stream } = (event as StreamRetired).data;
      if (categoryOf(stream) === documentsOf) ids.add(idOf(stream));
    }
    after = page.position ?? after;
    atEnd = page.atEnd;
  }
  return ids;
}

function kindOf(kept: StoredDocument | undefined, rebuilt: StoredDocument | undefined): Difference['kind'] | undefined {
  if (rebuilt === undefined) return 'extra';
  if (kept === undefined) return 'missing';
  if (kept.id !== rebuilt.id)
    return Buffer.compare(Buffer.from(kept.id), Buffer.from(rebuilt.id)) < 0 ? 'extra' : 'missing';
  return canonicalJson(kept.document) === canonicalJson(rebuilt.document) ? undefined : 'different';
}

/** All of them in the order of their ids. */
export async function* documentsOf(
  store: Pick<ReadStoreReader, 'list'>,
  projection: AnyProjection,
): AsyncGenerator<StoredDocument, undefined> {
  const query = { equals: {}, orderBy: 'id', direction: 'asc', limit: pageSize } as const;
  let last: StoredDocument | undefined;
  for (let hasMore = true; hasMore; ) {
    const after = last === undefined ? {} : { after: { value: last.id, id: last.id } };
    const page = await store.list(shapeOf(projection), { ...query, ...after });
    yield* page.documents;
    last = page.documents.at(-1);
    hasMore = page.hasMore;
  }
  return undefined;
}
