import type { WebhookDocument } from '../../projections/webhooks/webhooks.document.js';
import type { DocumentShape, ReadStore } from '../ports/read-store.js';

const pageLimit = 200;

/** A partition's endpoints, in the order of their ids. `webhooks`: the shape of their documents. */
export async function* endpointsOf(
  readStore: Pick<ReadStore, 'list'>,
  webhooks: DocumentShape,
  partition: string,
): AsyncGenerator<WebhookDocument> {
  const query = { equals: { partition }, orderBy: 'id', direction: 'asc', limit: pageLimit } as const;
  let after: string | undefined;
  for (let hasMore = true; hasMore; ) {
    const asked = after === undefined ? query : { ...query, after: { value: after, id: after } };
    const page = await readStore.list(webhooks, asked);
    // The read store keeps what the projection of this shape wrote.
    yield* page.documents.map(({ document }) => document as WebhookDocument);
    after = page.documents.at(-1)?.id;
    hasMore = page.hasMore;
  }
}
