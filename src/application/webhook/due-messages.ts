import type { WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import type { DocumentShape, ReadStore } from '../ports/read-store.js';

export interface DuePorts {
  readonly readStore: Pick<ReadStore, 'list'>;
  /** Shape of the `webhook-messages` documents. */
  readonly messages: DocumentShape;
}

const pageLimit = 200;
/** Pages of one look: the next one finds what is left over. */
const mostPages = 10;

/**
 * The messages of a partition that are due now (ISO 8601), the longest overdue first. Where there are more than one
 * look takes, each of these endpoints is queried separately: the many messages of a stalled endpoint must not hide
 * those of others.
 */
export async function* dueMessages(
  ports: DuePorts,
  partition: string,
  now: string,
  endpoints: () => Iterable<string>,
): AsyncGenerator<WebhookMessageDocument> {
  const hasMore = yield* overdue(ports, { partition }, now, mostPages);
  if (!hasMore) return;
  for (const webhookId of endpoints()) yield* overdue(ports, { webhookId }, now, 1);
}

async function* overdue(
  { readStore, messages }: DuePorts,
  whose: Readonly<Record<string, string>>,
  now: string,
  most: number,
): AsyncGenerator<WebhookMessageDocument, boolean> {
  const equals = { ...whose, status: 'attempting' };
  const query = { equals, orderBy: 'nextAttemptAt', direction: 'asc', until: now, limit: pageLimit } as const;
  let after: { readonly value: string; readonly id: string } | undefined;
  for (let pages = 0; pages < most; pages += 1) {
    const page = await readStore.list(messages, after === undefined ? query : { ...query, after });
    // The read store keeps what the projection of this shape wrote.
    const due = page.documents.map(({ document }) => document as WebhookMessageDocument);
    yield* due;
    const last = due.at(-1);
    if (!page.hasMore || last === undefined) return false;
    after = { value: last.nextAttemptAt ?? '', id: last.id };
  }
  return true;
}
