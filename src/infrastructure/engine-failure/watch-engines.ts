import { type EngineFailure, inWords } from '../../../application/engines/engine-failure.js';
import { delay } from '../../../application/shared/delay.js';
import { within } from '../../../application/shared/within.js';
import type { Logger } from '../../../infrastructure/telemetry/logger.js';

export interface WatchedEngine {
  /** A small question, which an engine that can be used answers. */
  ask(): Promise<unknown>;
  /** Why it failed. */
  why(error: unknown): Promise<EngineFailure>;
}

export interface EngineWatch {
  /** Of those that are away now. */
  failures(): readonly EngineFailure[];
  stop(): Promise<void>;
}

const defaultTimings = { everyMs: 5_000, answerMs: 3_000 } as const;

/**
 * Asks each engine now and then, and says in the log why one cannot be used, and when it can again. What `/health/ready`
 * and `/health` answer comes from here, so that asking them costs nothing.
 */
export function watchEngines(
  engines: readonly WatchedEngine[],
  logger: Pick<Logger, 'error' | 'info'>,
  { everyMs, answerMs }: { readonly everyMs: number; readonly answerMs: number } = defaultTimings,
): EngineWatch {
  const stopping = new AbortController();
  const { signal } = stopping;
  const away = new Map<WatchedEngine, { readonly failure: EngineFailure; readonly sinceMs: number }>();

  async function look(engine: WatchedEngine): Promise<void> {
    const askedMs = performance.now();
    const failure = await within(answerMs, engine.ask()).then(
      () => undefined,
      (error: unknown) => engine.why(error),
    );
    const before = away.get(engine);
    if (signal.aborted) return;
    if (failure === undefined) {
      if (before === undefined) return;
      away.delete(engine);
      logger.info(
        { engine: before.failure.engine, outageMs: Math.round(performance.now() - before.sinceMs) },
        'an engine is back',
      );
      return;
    }
    away.set(engine, { failure, sinceMs: before?.sinceMs ?? askedMs });
    if (before?.failure.cause === failure.cause) return;
    logger.error({ engine: failure.engine, cause: failure.cause, ...inWords(failure) }, 'an engine cannot be used');
  }

  async function keepLooking(engine: WatchedEngine): Promise<void> {
    while (!signal.aborted) {
      await delay(everyMs, signal);
      // What cannot be reported now is reported the next time.
      if (!signal.aborted) await look(engine).catch(() => undefined);
    }
  }

  const looking = engines.map(keepLooking);
  return {
    failures: () => [...away.values()].map(({ failure }) => failure),
    async stop() {
      stopping.abort();
      // A look under way is not waited for: the engine may never answer.
      await Promise.race([Promise.all(looking), delay(100)]);
    },
  };
}
