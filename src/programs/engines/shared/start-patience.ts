import { type EngineFailure, inSentences, inWords, mayPass } from '../../../application/engines/engine-failure.js';
import { StartRefused } from '../../../application/installation/start-refused.js';
import { delay } from '../../../application/shared/delay.js';
import type { Logger } from '../../../infrastructure/telemetry/logger.js';

/**
 * The start stops here: what is wrong with the engine, and what to do. Its address, which may hold a password, is not
 * quoted.
 */
export class EngineUnusable extends StartRefused {
  constructor(
    readonly failure: EngineFailure,
    options?: ErrorOptions,
  ) {
    super(mayPass(failure) ? 'engine-away' : 'engine-unreachable', inSentences(failure), options);
  }
}

/** Does the work; what it throws is said of the engine. Throws {@link EngineUnusable}. */
export async function usable<Result>(
  why: (error: unknown) => Promise<EngineFailure>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new EngineUnusable(await why(cause), { cause });
  }
}

const againAfterMs = 500;

/**
 * Does the work, and again while an engine is away in a way that waiting can fix, for so long: machines come up in any
 * order. Says once what it waits for, and again when that changes. Throws what the last try threw; at once what only an
 * operator can fix.
 */
export async function untilUsable<Result>(
  patienceMs: number,
  logger: Pick<Logger, 'warn' | 'info'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const beganMs = performance.now();
  let reported: EngineFailure | undefined;
  for (;;) {
    try {
      const result = await work();
      const waitedMs = Math.round(performance.now() - beganMs);
      if (reported !== undefined) logger.info({ waitedMs }, 'the engines can be used: the start goes on');
      return result;
    } catch (error) {
      if (!(error instanceof EngineUnusable) || !mayPass(error.failure)) throw error;
      const { failure } = error;
      const leftMs = Math.round(beganMs + patienceMs - performance.now());
      if (leftMs <= 0) throw error;
      if (reported?.engine !== failure.engine || reported.cause !== failure.cause) {
        reported = failure;
        logger.warn(
          { engine: failure.engine, cause: failure.cause, ...inWords(failure), leftMs },
          'an engine cannot be used yet: the start waits for it',
        );
      }
      await delay(Math.min(againAfterMs, leftMs));
    }
  }
}
