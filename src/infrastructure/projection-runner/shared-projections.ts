import { setMaxListeners } from 'node:events';
import { type HoldLeaseOptions, holdLease } from '../../application/lease/hold-lease.js';
import type { LeaseStore } from '../../application/ports/lease.js';
import type { ReadStore } from '../../application/ports/read-store.js';
import { delay } from '../../application/shared/delay.js';
import { every } from '../../application/shared/every.js';
import type { FoldPorts } from './fold-page.js';
import { type RebuildStep, rebuildInWords } from './rebuild-watch.js';
import { type ProjectionRunner, type ProjectionStatus, runProjection } from './run-projection.js';
import type { Logger } from '../telemetry/logger.js';
import { onceASecond } from '../telemetry/once-a-second.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { AnyProjection } from '../../projections/shared/projection.js';

export interface SharedProjectionsOptions {
  readonly log: FoldPorts & { readonly readStore: ReadStore; readonly leases: LeaseStore };
  readonly lease: Omit<HoldLeaseOptions, 'signal'>;
  readonly logger: Logger;
  readonly projections: readonly AnyProjection[];
  /** Whether this process has the role. Each projection is run by one of those that do. */
  readonly runs: boolean;
}

/** Name of the lease under which a projection is run, rebuilt or compared. */
export function leaseOf({ name, version }: AnyProjection): string {
  return `projection:${name}@${version}`;
}

/** A projection that has not come to the end of the log for so long is reported, as often as that. */
const standsStillMs = 60_000;
/** A checkpoint is read again so soon while a caller waits for it, and later each time. */
const lookAgainMs = 25;
const lookLaterBy = 1.5;
/** Each page costs round trips to MongoDB. A list that waits for a write of its caller has twice the longer one. */
const pace = { paceMs: 100, busyPaceMs: 250 } as const;

/** The read models of many processes: a lease for each projection, and what is written is conditional on its fence. */
export class SharedProjections {
  readonly #options: SharedProjectionsOptions;
  readonly #stopping = new AbortController();
  readonly #running = new Map<string, ProjectionRunner>();
  /** Stopped by a fault of their own, until they advance, here or in another process. */
  readonly #stopped = new Map<string, ProjectionStatus>();
  readonly #onFailed: (fields: { readonly projection: string; readonly reason: string }) => void;
  readonly #ended: Promise<unknown>;

  /** Runs until {@link stop}. */
  constructor(options: SharedProjectionsOptions) {
    this.#options = options;
    // Every projection waits for it.
    setMaxListeners(0, this.#stopping.signal);
    const { logger, projections, runs } = options;
    // While an engine is away each of them fails, again and again.
    this.#onFailed = onceASecond((fields) => logger.error(fields, 'a projection failed'));
    const held = runs ? projections.map((projection) => this.#hold(projection)) : [];
    const reporting = every(
      standsStillMs,
      this.#stopping.signal,
      () => this.#reportWhatStandsStill(),
      (error) => logger.error({ reason: reasonOf(error) }, 'how far projections are could not be asked'),
    );
    this.#ended = Promise.all([...held, reporting]);
  }

  async whenProcessed(name: string, position: Position, timeoutMs: number): Promise<boolean> {
    const projection = this.#options.projections.find((one) => one.name === name);
    if (projection === undefined) return false;
    const { signal } = this.#stopping;
    const until = performance.now() + timeoutMs;
    for (let pauseMs = lookAgainMs; ; pauseMs *= lookLaterBy) {
      const checkpoint = await this.#options.log.readStore.checkpoint(projection);
      if (checkpoint !== undefined && checkpoint >= position) return true;
      const leftMs = until - performance.now();
      if (leftMs <= 0 || signal.aborted) return false;
      await delay(Math.min(pauseMs, leftMs), signal);
    }
  }

  /** Status of the projections that this process runs now, and of those that stopped by their own fault. */
  async status(): Promise<readonly ProjectionStatus[]> {
    const now = new Map<string, ProjectionStatus>();
    const head = this.#running.size === 0 ? undefined : await this.#options.log.store.head();
    for (const [name, runner] of this.#running) now.set(name, await runner.status(head));
    for (const [name, last] of this.#stopped) {
      const current = now.get(name);
      const position = current === undefined ? await this.#checkpointOf(name) : current.position;
      if ((position ?? '') > (last.position ?? '')) this.#stopped.delete(name);
      else now.set(name, { ...last, ...current, state: 'stopped', error: current?.error ?? last.error });
    }
    return [...now.values()];
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #hold(projection: AnyProjection): Promise<void> {
    const { log, lease } = this.#options;
    const name = leaseOf(projection);
    await holdLease(log.leases, name, { ...lease, signal: this.#stopping.signal }, async ({ fence, signal }) => {
      const runner = runProjection({
        ...log,
        projection,
        fence,
        signal,
        timings: pace,
        onRebuild: (step) => this.#sayRebuild(step),
        onFailure: (error) => this.#onFailed({ projection: projection.name, reason: reasonOf(error) }),
      });
      this.#running.set(name, runner);
      await runner.done;
      if (!signal.aborted) this.#stopped.set(name, await runner.status());
      this.#running.delete(name);
      // Stopped by its own fault: another process may do better, or this one after the term.
      if (!signal.aborted) throw new Error(`${name} makes no progress`);
    });
  }

  #sayRebuild(step: RebuildStep): void {
    const { fields, message } = rebuildInWords(step);
    this.#options.logger.info(fields, message);
  }

  async #reportWhatStandsStill(): Promise<void> {
    for (const { name, lagMs, position, error } of await this.status()) {
      if (lagMs < standsStillMs) continue;
      const fields = { projection: name, lagMs, position, reason: error };
      this.#options.logger.error(fields, 'a projection is far behind the log');
    }
  }

  async #checkpointOf(lease: string): Promise<Position | undefined> {
    const projection = this.#options.projections.find((each) => leaseOf(each) === lease);
    return projection && this.#options.log.readStore.checkpoint(projection);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
