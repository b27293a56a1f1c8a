import type { WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import type { Clock } from '../ports/clock.js';
import type { DocumentShape, ReadStore } from '../ports/read-store.js';

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

  /** In the order of their times. `maybeMore`: attempts have failed that the last look may not have seen. */
  async *take(maybeMore: boolean): AsyncGenerator<WebhookMessageDocument> {
    const { clock, readStore, messages } = this.ports;
    const nowMs = clock.now();
    if (!maybeMore && nowMs < this.lookAtMs) return;
    this.lookAtMs = nowMs;
    const equals = { partition: this.partition, status: 'attempting' };
    const query = { equals, orderBy: 'nextAttemptAt', direction: 'asc', limit: pageLimit } as const;
    let last: WebhookMessageDocument | undefined;
    for (let pages = 0; pages < mostPages; pages += 1) {
      const after = last === undefined ? {} : { after: { value: last.nextAttemptAt ?? '', id: last.id } };
      const page = await readStore.list(messages, { ...query, ...after });
      for (const { document } of page.documents) {
        // The read store keeps what the projection of this shape wrote.
        const message = document as WebhookMessageDocument;
        const atMs = Date.parse(message.nextAttemptAt ?? '');
        if (atMs > nowMs) return this.rest(last, nowMs, atMs);
        yield message;
        last = message;
      }
      if (!page.hasMore) return this.rest(last, nowMs, Number.POSITIVE_INFINITY);
    }
  }

  /** Those that were due stay so until their attempts are through: they are looked at again. */
  private rest(last: WebhookMessageDocument | undefined, nowMs: number, nextAtMs: number): void {
    if (last === undefined) this.lookAtMs = Math.min(nextAtMs, nowMs + restMs);
  }
}
