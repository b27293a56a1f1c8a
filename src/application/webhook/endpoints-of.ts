import type { DocumentShape, ReadStore } from '../ports/read-store.js';

const pageLimit = 200;

/** The ids of a partition's endpoints, in their order. `webhooks`: the shape of their documents. */
export async function* endpointsOf(
  { readStore, webhooks }: { readonly readStore: Pick<ReadStore, 'list'>; readonly webhooks: DocumentShape },
  partition: string,
): AsyncGenerator<string> {
  const query = { equals: { partition }, orderBy: 'id', direction: 'asc', limit: pageLimit } as const;
  let after: string | undefined;
  for (let hasMore = true; hasMore; ) {
    const behind = after === undefined ? {} : { after: { value: after, id: after } };
    const page = await readStore.list(webhooks, { ...query, ...behind });
    for (const { id } of page.documents) yield id;
    after = page.documents.at(-1)?.id;
    hasMore = page.hasMore;
  }
}
