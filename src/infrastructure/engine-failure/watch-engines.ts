import { type EngineFailure, inWords } from '../../application/engines/engine-failure.js';
import { delay } from '../../application/shared/delay.js';
import { within } from '../../application/shared/within.js';
import type { Logger } from '../telemetry/logger.js';

export interface WatchedEngine {
  /** A small question, which an engine that can be used answers. */
  ask(): Promise<unknown>;
  /** Why it failed. */
  why(error: unknown): Promise<EngineFailure>;
}

const defaultTimings = { everyMs: 5_000, answerMs: 3_000 } as const;

/**
 * Asks each engine now and then, and says in the log why one cannot be used, and when it can again. What `/health/ready`
 * and `/health` answer comes from here, so that asking them costs nothing.
 */
export class EngineWatch {
  readonly #logger: Pick<Logger, 'error' | 'info'>;
  readonly #timings: { readonly everyMs: number; readonly answerMs: number };
  readonly #stopping = new AbortController();
  readonly #away = new Map<WatchedEngine, { readonly failure: EngineFailure; readonly sinceMs: number }>();
  readonly #looking: Promise<unknown>;

  /** Looks until {@link stop}. */
  constructor(
    engines: readonly WatchedEngine[],
    logger: Pick<Logger, 'error' | 'info'>,
    timings: { readonly everyMs: number; readonly answerMs: number } = defaultTimings,
  ) {
    this.#logger = logger;
    this.#timings = timings;
    this.#looking = Promise.all(engines.map((engine) => this.#keepLooking(engine)));
  }

  /** Of those that are away now. */
  failures(): readonly EngineFailure[] {
    return [...this.#away.values()].map(({ failure }) => failure);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    // A look under way is not waited for: the engine may never answer.
    await Promise.race([this.#looking, delay(100)]);
  }

  async #keepLooking(engine: WatchedEngine): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await delay(this.#timings.everyMs, signal);
      // What cannot be reported now is reported the next time.
      if (!signal.aborted) await this.#look(engine).catch(() => undefined);
    }
  }

  async #look(engine: WatchedEngine): Promise<void> {
    const askedMs = performance.now();
    const failure = await within(this.#timings.answerMs, engine.ask()).then(
      () => undefined,
      (error: unknown) => engine.why(error),
    );
    if (this.#stopping.signal.aborted) return;
    if (failure === undefined) this.#noteBack(engine);
    else this.#noteAway(engine, failure, askedMs);
  }

  #noteBack(engine: WatchedEngine): void {
    const before = this.#away.get(engine);
    if (before === undefined) return;
    this.#away.delete(engine);
    const outageMs = Math.round(performance.now() - before.sinceMs);
    this.#logger.info({ engine: before.failure.engine, outageMs }, 'an engine is back');
  }

  #noteAway(engine: WatchedEngine, failure: EngineFailure, askedMs: number): void {
    const before = this.#away.get(engine);
    this.#away.set(engine, { failure, sinceMs: before?.sinceMs ?? askedMs });
    if (before?.failure.cause === failure.cause) return;
    const fields = { engine: failure.engine, cause: failure.cause, ...inWords(failure) };
    this.#logger.error(fields, 'an engine cannot be used');
  }
}
