import type { WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import type { DuePorts } from './due-messages.js';

const pageLimit = 200;

/** An endpoint's messages that wait for another attempt, in the order of their events, behind the message `after`. */
export async function attemptingPage(
  { readStore, messages }: DuePorts,
  webhookId: string,
  after: string | undefined,
): Promise<{ readonly documents: readonly WebhookMessageDocument[]; readonly hasMore: boolean }> {
  const equals = { webhookId, status: 'attempting' };
  const query = { equals, orderBy: 'id', direction: 'asc', limit: pageLimit } as const;
  const page = await readStore.list(
    messages,
    after === undefined ? query : { ...query, after: { value: after, id: after } },
  );
  // The read store keeps what the projection of this shape wrote.
  const documents = page.documents.map(({ document }) => document as WebhookMessageDocument);
  return { documents, hasMore: page.hasMore };
}
