import { type PendingRow, pendingRows } from '../../projections/pending/pending.document.js';
import { pendingProjection } from '../../projections/pending/pending.projection.js';
import type { ListQuery, ReadStoreReader } from '../ports/read-store.js';

const pageSize = 500;

type Reader = Pick<ReadStoreReader, 'list'>;
type Cursor = NonNullable<ListQuery['after']>;

/** What waits for a team: mails in an attempt only first, then by when they are due; at most so many rows. */
export async function* teamRows(readStore: Reader, teamId: string, mostRows: number): AsyncGenerator<PendingRow> {
  let left = mostRows;
  for await (const row of rowsBy('dueAt', readStore, { teamId }, Math.min(pageSize, mostRows), teamId)) {
    yield row;
    left -= 1;
    if (left <= 0) return;
  }
}

/** Every row of the `pending` read model, its mails in the order of their last change. */
export function allRows(readStore: Reader): AsyncGenerator<PendingRow> {
  return rowsBy('position', readStore, {}, pageSize);
}

/** A page of mails at a time. */
async function* rowsBy(
  orderBy: 'dueAt' | 'position',
  readStore: Reader,
  equals: ListQuery['equals'],
  limit: number,
  forTeam?: string,
): AsyncGenerator<PendingRow> {
  let after: Cursor | undefined;
  for (;;) {
    const query = { equals, orderBy, direction: 'asc', limit, ...(forTeam === undefined ? {} : { forTeam }) } as const;
    const page = await readStore.list(pendingProjection, after === undefined ? query : { ...query, after });
    for (const { id, position, document: mail } of page.documents) {
      after = { value: orderBy === 'dueAt' ? mail.dueAt : position, id };
      yield* pendingRows(mail);
    }
    if (!page.hasMore) return;
  }
}
