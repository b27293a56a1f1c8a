import type { PendingDocument } from '../../projections/pending/pending.document.js';
import { pendingProjection } from '../../projections/pending/pending.projection.js';
import type { ListQuery, ReadStoreReader } from '../ports/read-store.js';

const pageSize = 500;

type Reader = Pick<ReadStoreReader, 'list'>;
type Cursor = NonNullable<ListQuery['after']>;

/** What waits for a team, what is in an attempt first, then by when it is due; at most so many rows. */
export function teamRows(readStore: Reader, teamId: string, mostRows: number): AsyncGenerator<PendingDocument> {
  return rowsBy('dueAt', readStore, { teamId }, mostRows);
}

/** Every row of the `pending` read model, in the order of its last change. */
export function pendingRows(readStore: Reader): AsyncGenerator<PendingDocument> {
  return rowsBy('position', readStore, {}, Number.POSITIVE_INFINITY);
}

/** A page at a time. */
async function* rowsBy(
  orderBy: 'dueAt' | 'position',
  readStore: Reader,
  equals: ListQuery['equals'],
  mostRows: number,
): AsyncGenerator<PendingDocument> {
  let after: Cursor | undefined;
  for (let left = mostRows; left > 0; left -= pageSize) {
    const query = { equals, orderBy, direction: 'asc', limit: Math.min(pageSize, left) } as const;
    const page = await readStore.list(pendingProjection, after === undefined ? query : { ...query, after });
    for (const { id, position, document } of page.documents) {
      // What the projection of this shape wrote.
      const row = document as PendingDocument;
      after = { value: orderBy === 'dueAt' ? row.dueAt : position, id };
      yield row;
    }
    if (!page.hasMore) return;
  }
}
