import { Gauge, type Registry } from 'prom-client';
import type { QueueFigures, QueueReceiver } from '../../../application/queue/queue-figures.js';
import { BoundedMap } from '../../../application/shared/bounded-map.js';
import { waitAtMost } from '../../../application/shared/timeout.js';

/** One reading asks for several lists. */
const readEveryMs = 10_000;
const patienceMs = 300;
const mostSets = 10_000;

/** What waits to be sent, as it was read last: a read store that is slow or away keeps no scrape waiting. */
export class QueueMetrics {
  readonly #receivers = new BoundedMap<string, QueueReceiver>(mostSets);
  #ask: (receiverOf: (mxSet: string) => QueueReceiver) => Promise<QueueFigures | undefined> = async () => undefined;
  #found: QueueFigures | undefined;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(registry: Registry) {
    const registers = [registry];
    const current = () => this.#current();
    new Gauge({
      name: 'posthorn_queue_emails',
      help: 'Emails that are not settled, by state: due, later (scheduled or waiting for a retry) or claimed (in an attempt).',
      labelNames: ['state'] as const,
      registers,
      async collect() {
        const found = await current();
        if (found === undefined) return;
        for (const state of ['due', 'later', 'claimed'] as const) this.set({ state }, found[state]);
      },
    });
    new Gauge({
      name: 'posthorn_queue_oldest_due_seconds',
      help: 'How long the oldest email is due; 0: none is.',
      registers,
      async collect() {
        const found = await current();
        if (found !== undefined) this.set(found.oldestDueMs / 1000);
      },
    });
    new Gauge({
      name: 'posthorn_queue_due_recipients',
      help: 'Recipients among the 1,000 emails that are due the longest, by receiver.',
      labelNames: ['receiver'] as const,
      registers,
      async collect() {
        const found = await current();
        this.reset();
        for (const [receiver, { due }] of found?.receivers ?? []) this.set({ receiver }, due);
      },
    });
    new Gauge({
      name: 'posthorn_queue_receiver_oldest_due_seconds',
      help: 'How long the oldest email is due, by receiver.',
      labelNames: ['receiver'] as const,
      registers,
      async collect() {
        const found = await current();
        this.reset();
        for (const [receiver, { oldestDueMs }] of found?.receivers ?? []) this.set({ receiver }, oldestDueMs / 1000);
      },
    });
  }

  /** Where to ask what waits. */
  ask(figures: (receiverOf: (mxSet: string) => QueueReceiver) => Promise<QueueFigures>): void {
    this.#ask = figures;
    this.#readAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Whom a set of hosts belongs to, by a result. */
  learn(mxSet: string, receiver: QueueReceiver): void {
    this.#receivers.set(mxSet, receiver);
  }

  async #current(): Promise<QueueFigures | undefined> {
    if (this.#reading === undefined && performance.now() - this.#readAtMs >= readEveryMs) {
      this.#readAtMs = performance.now();
      this.#reading = this.#ask((mxSet) => this.#receivers.get(mxSet) ?? ownSets[mxSet] ?? 'other')
        .then(
          (found) => void (this.#found = found),
          () => undefined,
        )
        .finally(() => void (this.#reading = undefined));
    }
    if (this.#reading !== undefined) await waitAtMost(patienceMs, this.#reading);
    return this.#found;
  }
}

const ownSets: Readonly<Record<string, QueueReceiver>> = { relay: 'relay', catcher: 'sandbox' };
