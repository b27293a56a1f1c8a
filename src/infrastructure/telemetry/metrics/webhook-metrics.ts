import { waitAtMost } from '../../../application/shared/timeout.js';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What is counted of one attempt at a webhook's endpoint. */
export interface CountedAttempt {
  readonly webhookId: string;
  readonly outcome: string;
  readonly durationMs: number;
}

/** What waits for one endpoint. */
export interface WaitingWebhook {
  readonly webhookId: string;
  /** Messages that wait for another attempt. */
  readonly retrying: number;
  /** Age of the oldest event that is not sent yet; 0 when none is waiting. */
  readonly oldestMs: number;
}

/** Asked at each scrape, of the endpoints that this process sends to. */
export type WaitingWebhooks = () => Promise<readonly WaitingWebhook[]>;

/** Each label is a series in every store of figures: the endpoints beyond so many share one. */
const mostEndpointLabels = 100;
const others = 'others';
/** One reading asks for each endpoint. */
const readEveryMs = 5_000;
const patienceMs = 300;

/** Figures of the webhooks that a process sends, by endpoint. */
export class WebhookMetrics {
  private readonly labelled = new Set<string>();
  private readonly attempts: Counter<'webhook' | 'outcome'>;
  private readonly durations: Histogram<'webhook'>;
  private waiting: WaitingWebhooks = async () => [];
  private held: () => number = () => 0;
  private found: readonly WaitingWebhook[] = [];
  private readAtMs = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | undefined;

  constructor(registry: Registry) {
    const registers = [registry];
    this.attempts = new Counter({
      name: 'posthorn_webhook_attempts_total',
      help: 'Attempts at messages, by endpoint and outcome: delivered, retrying, exhausted or refused.',
      labelNames: ['webhook', 'outcome'],
      registers,
    });
    this.durations = new Histogram({
      name: 'posthorn_webhook_attempt_duration_seconds',
      help: 'Time from the first look-up to the end of the answer, by endpoint.',
      labelNames: ['webhook'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    });
    new Gauge({
      name: 'posthorn_webhook_waiting',
      help: 'Messages that wait for another attempt, by endpoint.',
      labelNames: ['webhook'],
      registers,
      collect: this.collector(({ retrying }, before) => retrying + before),
    });
    new Gauge({
      name: 'posthorn_webhook_oldest_waiting_seconds',
      help: 'Age of the oldest event that an endpoint has not taken yet; 0: nothing waits.',
      labelNames: ['webhook'],
      registers,
      collect: this.collector(({ oldestMs }, before) => Math.max(oldestMs / 1000, before)),
    });
    const held = (): number => this.held();
    new Gauge({
      name: 'posthorn_webhook_held',
      help: 'Messages that could be sent now and wait for the limits of their team (WEBHOOK_MESSAGES_PER_SECOND, WEBHOOK_REQUESTS_AT_ONCE).',
      registers,
      collect() {
        this.set(held());
      },
    });
  }

  /** Where to ask how many messages wait for the limits of their team. */
  askHeld(held: () => number): void {
    this.held = held;
  }

  count({ webhookId, outcome, durationMs }: CountedAttempt): void {
    const webhook = this.labelOf(webhookId);
    this.attempts.inc({ webhook, outcome });
    this.durations.observe({ webhook }, durationMs / 1000);
  }

  /** Where to ask what waits. */
  ask(waiting: WaitingWebhooks): void {
    this.waiting = waiting;
    this.readAtMs = Number.NEGATIVE_INFINITY;
  }

  /** As it was read last: a read store that is slow or away keeps no scrape waiting. */
  private async current(): Promise<readonly WaitingWebhook[]> {
    if (this.reading === undefined && performance.now() - this.readAtMs >= readEveryMs) {
      this.readAtMs = performance.now();
      const keep = (found: readonly WaitingWebhook[]): void => void (this.found = found);
      const ended = (): void => void (this.reading = undefined);
      this.reading = this.waiting()
        .then(keep, () => undefined)
        .finally(ended);
    }
    if (this.reading !== undefined) await waitAtMost(patienceMs, this.reading);
    return this.found;
  }

  private collector(merge: (one: WaitingWebhook, before: number) => number) {
    const labelOf = (id: string): string => this.labelOf(id);
    const current = () => this.current();
    return async function (this: Gauge<'webhook'>): Promise<void> {
      const found = await current();
      const values = new Map<string, number>();
      for (const one of found) {
        const webhook = labelOf(one.webhookId);
        values.set(webhook, merge(one, values.get(webhook) ?? 0));
      }
      this.reset();
      for (const [webhook, value] of values) this.set({ webhook }, value);
    };
  }

  private labelOf(webhookId: string): string {
    if (this.labelled.size < mostEndpointLabels) this.labelled.add(webhookId);
    return this.labelled.has(webhookId) ? webhookId : others;
  }
}
