import {
  causeUnknown,
  type EngineFailure,
  type EngineName,
  inWords,
} from '../../application/engines/engine-failure.js';
import { delay } from '../../application/shared/delay.js';
import { waitAtMost, withTimeout } from '../../application/shared/timeout.js';
import type { Logger } from '../telemetry/logger.js';

export interface WatchedEngine {
  readonly name: EngineName;
  /** Without it no mail is accepted. */
  readonly isNeededToAccept: boolean;
  /** A small question of the kind that the work asks, which an engine that can be used answers. */
  ask(): Promise<unknown>;
  /** Why it failed. */
  why(error: unknown): Promise<EngineFailure>;
}

export interface WatchTimings {
  readonly everyMs: number;
  /** Where the last question failed: its end is noticed soon. */
  readonly againMs: number;
  readonly answerMs: number;
  /** Failing for so long an engine is away: what callers do not notice, because calls are repeated, is no outage. */
  readonly awayAfterMs: number;
  /** So often the cause is looked for again while an engine is away. */
  readonly causeEveryMs: number;
}

const defaultTimings: WatchTimings = {
  everyMs: 2_000,
  againMs: 500,
  answerMs: 3_000,
  awayAfterMs: 2_000,
  causeEveryMs: 5_000,
};

/** A look that is under way at the end is waited for so long: the engine may never answer. */
const lastLookMs = 100;

/** An engine that is away. */
interface Away {
  readonly sinceMs: number;
  failure: EngineFailure;
  /** When the cause was looked for last. */
  askedWhyMs: number;
  isReported: boolean;
}

/**
 * Asks each engine now and then, and says in the log why one cannot be used, and when it can again. What
 * `/health/ready` and `/health` answer comes from here, so that asking them costs nothing.
 */
export class EngineWatch {
  readonly #stopping = new AbortController();
  readonly #away = new Map<WatchedEngine, Away>();
  readonly #outages: Map<EngineName, number>;
  readonly #looking: Promise<unknown>;

  /** Looks until {@link stop}. */
  constructor(
    private readonly engines: readonly WatchedEngine[],
    private readonly logger: Pick<Logger, 'error' | 'info'>,
    private readonly timings: WatchTimings = defaultTimings,
  ) {
    this.#outages = new Map(engines.map(({ name }) => [name, 0]));
    this.#looking = Promise.all(engines.map((engine) => this.#keepLooking(engine)));
  }

  /** Failures of the engines that are away now. */
  failures(): readonly EngineFailure[] {
    return [...this.#away.values()].map(({ failure }) => failure);
  }

  /** Whether every engine is there without which no mail is accepted. */
  canAccept(): boolean {
    return ![...this.#away.keys()].some(({ isNeededToAccept }) => isNeededToAccept);
  }

  /** Whether each engine is away now, and how often it has been since the watch began. */
  outages(): readonly { readonly engine: EngineName; readonly isAway: boolean; readonly times: number }[] {
    return this.engines.map((engine) => ({
      engine: engine.name,
      isAway: this.#away.has(engine),
      times: this.#outages.get(engine.name) ?? 0,
    }));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await waitAtMost(lastLookMs, this.#looking);
  }

  async #keepLooking(engine: WatchedEngine): Promise<void> {
    const { signal } = this.#stopping;
    const { everyMs, againMs, answerMs, awayAfterMs } = this.timings;
    let failingSinceMs: number | undefined;
    while (!signal.aborted) {
      await delay(failingSinceMs === undefined ? everyMs : againMs, signal);
      if (signal.aborted) return;
      const askedMs = performance.now();
      try {
        await withTimeout(answerMs, engine.ask());
        failingSinceMs = undefined;
        this.#noteBack(engine);
      } catch (error) {
        failingSinceMs ??= askedMs;
        const isAway = this.#away.has(engine) || performance.now() - failingSinceMs >= awayAfterMs;
        if (isAway && !signal.aborted) this.#noteAway(engine, error, failingSinceMs);
      }
    }
  }

  #noteBack(engine: WatchedEngine): void {
    const away = this.#away.get(engine);
    if (away === undefined) return;
    this.#away.delete(engine);
    const fields = { engine: engine.name, outageMs: Math.round(performance.now() - away.sinceMs) };
    this.logger.info(fields, 'an engine is back');
  }

  #noteAway(engine: WatchedEngine, error: unknown, sinceMs: number): void {
    let away = this.#away.get(engine);
    if (away === undefined) {
      away = { sinceMs, failure: causeUnknown(engine.name), askedWhyMs: Number.NEGATIVE_INFINITY, isReported: false };
      this.#away.set(engine, away);
      this.#outages.set(engine.name, (this.#outages.get(engine.name) ?? 0) + 1);
    }
    if (performance.now() - away.askedWhyMs < this.timings.causeEveryMs) return;
    away.askedWhyMs = performance.now();
    // Takes seconds, but no request waits for it. What cannot be found out now is asked again the next time.
    this.#noteCause(engine, away, engine.why(error)).catch(() => undefined);
  }

  async #noteCause(engine: WatchedEngine, away: Away, why: Promise<EngineFailure>): Promise<void> {
    const failure = await why;
    if (this.#away.get(engine) !== away || this.#stopping.signal.aborted) return;
    const isNews = !away.isReported || away.failure.cause !== failure.cause;
    Object.assign(away, { failure, isReported: true });
    if (!isNews) return;
    const fields = { engine: failure.engine, cause: failure.cause, ...inWords(failure) };
    this.logger.error(fields, 'an engine cannot be used');
  }
}
