import type { WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import type { Clock } from '../ports/clock.js';
import type { DocumentShape, ReadStore } from '../ports/read-store.js';

export interface NextDuePorts {
  readonly clock: Clock;
  readonly readStore: Pick<ReadStore, 'list'>;
  /** Shape of the `webhook-messages` documents. */
  readonly messages: DocumentShape;
}

/** Where nothing is known to wait, one that was overlooked is found this much later. */
const restMs = 10_000;

/** When a partition has messages that are due. While none can be, the read store is hardly asked. */
export class NextDue {
  private lookAtMs = 0;

  constructor(
    private readonly ports: NextDuePorts,
    private readonly partition: string,
  ) {}

  /**
   * Whether something is due now. `sinceRetryingMs`: since an attempt was deferred, which the last look may not have
   * seen.
   */
  async isNow(sinceRetryingMs: number): Promise<boolean> {
    const { clock, readStore, messages } = this.ports;
    const nowMs = clock.now();
    if (sinceRetryingMs > restMs && nowMs < this.lookAtMs) return false;
    const equals = { partition: this.partition, status: 'attempting' };
    const page = await readStore.list(messages, { equals, orderBy: 'nextAttemptAt', direction: 'asc', limit: 1 });
    // The read store keeps what the projection of this shape wrote.
    const [first] = page.documents.map(({ document }) => document as WebhookMessageDocument);
    const nextAtMs = first === undefined ? Number.POSITIVE_INFINITY : Date.parse(first.nextAttemptAt ?? '');
    if (nextAtMs <= nowMs) return true;
    this.lookAtMs = Math.min(nextAtMs, nowMs + restMs);
    return false;
  }
}
