import type { Span } from '../../application/ports/tracer.js';
import { createOutboundHttp, type OutboundHttp } from '../outbound-http/outbound-http.js';
import { encodeSpans, type TracedResource } from './otlp-json.js';

export interface ExportSettings {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** For one request. */
  readonly timeoutMs: number;
  readonly resource: TracedResource;
}

export interface ExportListeners {
  readonly onSpans: (outcome: 'sent' | 'dropped', spans: number) => void;
  /** The collector takes nothing: said once, until it takes something again. */
  readonly onFailing: (reason: string) => void;
  /** `dropped`: spans since then. */
  readonly onTaken: (dropped: number) => void;
}

/** Those above it are dropped: some seconds of a busy server, about 8 MB. */
const mostWaiting = 8_192;
const mostAtOnce = 512;
const everyMs = 1_000;
const longestPauseMs = 30_000;
/** A stop waits no longer for a collector. */
const lastWordMs = 1_000;
/** What is worth trying again (OTLP 1.x, "Retryable Response Codes"); 0: no answer came. */
const passing: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

/** Sends spans in batches, one request at a time. */
export class SpanExporter {
  #waiting: Span[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #failures = 0;
  #dropped = 0;
  #isStopped = false;
  readonly #http: OutboundHttp;
  readonly #cut = new AbortController();

  constructor(
    private readonly settings: ExportSettings,
    private readonly listeners: ExportListeners,
  ) {
    const { timeoutMs } = settings;
    this.#http = createOutboundHttp({ guard: null, keepAliveMs: 20_000, connectTimeoutMs: timeoutMs });
  }

  add(span: Span): void {
    if (this.#isStopped || this.#waiting.length >= mostWaiting) return this.#drop(1);
    this.#waiting.push(span);
    if (this.#sending !== undefined) return;
    if (this.#failures === 0 && this.#waiting.length >= mostAtOnce) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), this.#pauseMs()).unref();
  }

  /** What waits is sent where the collector answers soon. */
  async stop(): Promise<void> {
    const cut = setTimeout(() => this.#cut.abort(), lastWordMs);
    await this.#sending;
    while (this.#waiting.length > 0 && this.#failures === 0) {
      this.#send();
      await this.#sending;
    }
    this.#isStopped = true;
    clearTimeout(cut);
    clearTimeout(this.#timer);
    this.#drop(this.#waiting.splice(0).length);
    await this.#http.close();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting.splice(0, mostAtOnce);
    this.#sending = this.#post(batch).then((isDone) => {
      if (!isDone) this.#waiting.unshift(...batch);
      this.#sending = undefined;
      if (this.#waiting.length > 0 && !this.#isStopped)
        this.#timer ??= setTimeout(() => this.#send(), this.#pauseMs()).unref();
    });
  }

  /** @returns false where the same spans are to be sent again. Never rejects. */
  async #post(batch: readonly Span[]): Promise<boolean> {
    const { url, headers, timeoutMs, resource } = this.settings;
    const signal = AbortSignal.any([this.#cut.signal, AbortSignal.timeout(timeoutMs)]);
    let status = 0;
    let reason: string;
    try {
      const answer = await this.#http.request(new URL(url), {
        method: 'POST',
        headers: { ...Object.fromEntries(headers), 'content-type': 'application/json', 'user-agent': 'Posthorn' },
        body: encodeSpans(batch, resource),
        signal,
      });
      status = answer.statusCode;
      await answer.body.dump();
      reason = `it answered ${status}`;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    if (status >= 200 && status < 300) {
      this.#taken(batch.length);
      return true;
    }
    this.#failures += 1;
    if (this.#failures === 1) this.listeners.onFailing(reason);
    if (passing.has(status)) return false;
    this.#drop(batch.length);
    return true;
  }

  #taken(spans: number): void {
    this.listeners.onSpans('sent', spans);
    if (this.#failures > 0) this.listeners.onTaken(this.#dropped);
    this.#failures = 0;
    this.#dropped = 0;
  }

  #drop(spans: number): void {
    if (spans === 0) return;
    this.#dropped += spans;
    this.listeners.onSpans('dropped', spans);
  }

  #pauseMs(): number {
    return this.#failures === 0 ? everyMs : Math.min(longestPauseMs, everyMs * 2 ** (this.#failures - 1));
  }
}
