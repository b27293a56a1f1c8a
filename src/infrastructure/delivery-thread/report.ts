import type { DeliveryOutcome } from '../../application/delivery/delivery-result.js';
import type { DeliveryResult } from '../../application/delivery/delivery-result.js';
import type { AppendResult } from '../../application/ports/event-store.js';
import type { JudgedSession } from '../../application/tls-report/tls-counts.js';
import type { Span } from '../../application/ports/tracer.js';
import type { Counted, DeliveryNotice, LogLine } from './messages.js';

/** What the thread counts goes out together this often: a message for each mail would cost as much as a part of it. */
const countedEveryMs = 100;

/** The thread's side of what goes into metrics and log. */
export class DeliveryReport {
  readonly #post: (notice: DeliveryNotice) => void;
  #attempts = new Map<DeliveryOutcome, number>();
  #appends = new Map<AppendResult['result'], number>();
  #results: DeliveryResult[] = [];
  #spans: Span[] = [];
  #tlsSessions: JudgedSession[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(post: (notice: DeliveryNotice) => void) {
    this.#post = post;
  }

  attempt(outcome: DeliveryOutcome): void {
    this.#count(this.#attempts, outcome);
  }

  result(result: DeliveryResult): void {
    this.#results.push(result);
    this.#wait();
  }

  tlsSession(judged: JudgedSession): void {
    this.#tlsSessions.push(judged);
    this.#wait();
  }

  span(span: Span): void {
    this.#spans.push(span);
    this.#wait();
  }

  append(result: AppendResult['result']): void {
    this.#count(this.#appends, result);
  }

  log(line: Omit<LogLine, 'kind'>): void {
    this.#post({ kind: 'log', ...line });
  }

  /** Sends what was counted and not yet sent. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#timer !== undefined) {
      const counted = {
        attempts: this.#attempts,
        results: this.#results,
        appends: this.#appends,
        spans: this.#spans,
        tlsSessions: this.#tlsSessions,
      };
      this.#post({ kind: 'counted', ...counted } satisfies Counted);
    }
    this.#timer = undefined;
    this.#attempts = new Map();
    this.#appends = new Map();
    this.#results = [];
    this.#spans = [];
    this.#tlsSessions = [];
  }

  #count<Name>(counts: Map<Name, number>, name: Name): void {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    this.#wait();
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => this.flush(), countedEveryMs);
  }
}
