import type { WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import type { Clock } from '../ports/clock.js';
import type { DocumentShape, ListQuery, ReadStore, StoredDocument } from '../ports/read-store.js';

export interface DuePorts {
  readonly clock: Clock;
  readonly readStore: Pick<ReadStore, 'list'>;
  /** Of the `webhook-messages` documents. */
  readonly messages: DocumentShape;
}

const pageLimit = 200;
/** Of one look: what is left over is found by the next. */
const mostPages = 10;
/** Where nothing is known to wait, one that was overlooked is found this much later. */
const restMs = 10_000;

/** The messages of one partition whose next attempt is due. While none can be, the read store is hardly asked. */
export class DueMessages {
  private lookAtMs = 0;

  constructor(
    private readonly ports: DuePorts,
    private readonly partition: string,
  ) {}

  /**
   * The longest overdue first. `maybeMore`: attempts have failed that the last look may not have seen. Where more is due than
   * one look takes, each of these endpoints is asked for by itself: what waits for one that stalls hides no other's.
   */
  async *take(maybeMore: boolean, endpoints: () => Iterable<string>): AsyncGenerator<WebhookMessageDocument> {
    const nowMs = this.ports.clock.now();
    if (!maybeMore && nowMs < this.lookAtMs) return;
    this.lookAtMs = nowMs;
    const hasMore = yield* this.first(nowMs);
    if (!hasMore) return;
    const until = new Date(nowMs).toISOString();
    for (const webhookId of endpoints()) yield* await this.page({ webhookId }, { until }).then(({ due }) => due);
  }

  /** Of all endpoints; true where there is more than one look takes. */
  private async *first(nowMs: number): AsyncGenerator<WebhookMessageDocument, boolean> {
    let last: WebhookMessageDocument | undefined;
    for (let pages = 0; pages < mostPages; pages += 1) {
      const after = last === undefined ? {} : { after: { value: last.nextAttemptAt ?? '', id: last.id } };
      const { due, hasMore } = await this.page({ partition: this.partition }, after);
      for (const message of due) {
        const atMs = Date.parse(message.nextAttemptAt ?? '');
        if (atMs > nowMs) return this.rest(last, nowMs, atMs);
        yield message;
        last = message;
      }
      if (!hasMore) return this.rest(last, nowMs, Number.POSITIVE_INFINITY);
    }
    return true;
  }

  private async page(whose: Readonly<Record<string, string>>, part: Pick<ListQuery, 'after' | 'until'>) {
    const { readStore, messages } = this.ports;
    const equals = { ...whose, status: 'attempting' };
    const query = { equals, orderBy: 'nextAttemptAt', direction: 'asc', limit: pageLimit, ...part } as const;
    const { documents, hasMore } = await readStore.list(messages, query);
    // The read store keeps what the projection of this shape wrote.
    return { due: documents.map(({ document }: StoredDocument) => document as WebhookMessageDocument), hasMore };
  }

  /** Those that were due stay so until their attempts are through: they are looked at again. */
  private rest(last: WebhookMessageDocument | undefined, nowMs: number, nextAtMs: number): false {
    if (last === undefined) this.lookAtMs = Math.min(nextAtMs, nowMs + restMs);
    return false;
  }
}
