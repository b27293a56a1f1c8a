import type { PendingDocument } from '../../projections/pending/pending.document.js';
import type { DocumentShape, ReadStoreReader } from '../ports/read-store.js';

const pageSize = 500;

/** Every row of the `pending` read model, in the order of its last change, a page at a time. */
export async function* pendingRows(
  readStore: Pick<ReadStoreReader, 'list'>,
  pending: DocumentShape,
): AsyncGenerator<PendingDocument> {
  let after: { readonly value: string; readonly id: string } | undefined;
  for (;;) {
    const query = { equals: {}, orderBy: 'position', direction: 'asc', limit: pageSize } as const;
    const page = await readStore.list(pending, after === undefined ? query : { ...query, after });
    // What the projection of this shape wrote.
    for (const { document } of page.documents) yield document as PendingDocument;
    const last = page.documents.at(-1);
    if (last === undefined || !page.hasMore) return;
    after = { value: last.position, id: last.id };
  }
}
