import { type HoldLeaseOptions, holdLease } from '../../../application/lease/hold-lease.js';
import type { LeaseStore } from '../../../application/ports/lease.js';
import type { ReadStore } from '../../../application/ports/read-store.js';
import { delay } from '../../../application/shared/delay.js';
import { every } from '../../../application/shared/every.js';
import type { WhenProcessed } from '../../../application/shared/own-writes.js';
import type { FoldPorts } from '../../../infrastructure/projection-runner/fold-page.js';
import {
  type ProjectionRunner,
  type ProjectionStatus,
  runProjection,
} from '../../../infrastructure/projection-runner/run-projection.js';
import type { Logger } from '../../../infrastructure/telemetry/logger.js';
import { onceASecond } from '../../../infrastructure/telemetry/once-a-second.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { type AnyProjection, projections } from '../../../projections/registry.js';

export interface SharedProjectionsOptions {
  readonly log: FoldPorts & { readonly readStore: ReadStore; readonly leases: LeaseStore };
  readonly lease: Omit<HoldLeaseOptions, 'signal'>;
  readonly logger: Logger;
  /** Whether this process has the role. Each projection is run by one of those that do. */
  readonly runs: boolean;
}

export interface SharedProjections {
  readonly whenProcessed: WhenProcessed;
  /** Of those that this process runs now. */
  status(): Promise<readonly ProjectionStatus[]>;
  stop(): Promise<void>;
}

/** A holder that is silent for a term has lost its lease. */
export const leaseTimes = { termMs: 6_000, heartbeatMs: 1_500 } as const;

/** Of the lease under which a projection is run, rebuilt or compared. */
export function leaseOf({ name, version }: AnyProjection): string {
  return `projection:${name}@${version}`;
}

/** A projection that has not come to the end of the log for so long is told of, as often as that. */
const standsStillMs = 60_000;
/** How often a checkpoint that somebody waits for is looked at. */
const lookEveryMs = 25;

/** The read models of many processes: a lease for each projection, and what is written is conditional on its fence. */
export function runSharedProjections({ log, lease, logger, runs }: SharedProjectionsOptions): SharedProjections {
  const stopping = new AbortController();
  const running = new Map<string, ProjectionRunner>();
  /** Stopped by a fault of their own, until they come further, here or elsewhere. */
  const stopped = new Map<string, ProjectionStatus>();

  // While an engine is away each of them fails, again and again.
  const onFailed = onceASecond((fields: { readonly projection: string; readonly reason: string }) =>
    logger.error(fields, 'a projection failed'),
  );

  async function hold(projection: AnyProjection): Promise<void> {
    const name = leaseOf(projection);
    await holdLease(log.leases, name, { ...lease, signal: stopping.signal }, async ({ fence, signal }) => {
      const runner = runProjection({
        ...log,
        projection,
        fence,
        signal,
        onFailure: (error) =>
          onFailed({ projection: projection.name, reason: error instanceof Error ? error.message : String(error) }),
      });
      running.set(name, runner);
      await runner.done;
      if (!signal.aborted) stopped.set(name, await runner.status());
      running.delete(name);
      // Stopped by its own fault: another process may do better, or this one after the term.
      if (!signal.aborted) throw new Error(`${name} stands still`);
    });
  }

  async function tellWhatStandsStill(): Promise<void> {
    for (const { name, lagMs, position, error } of await status()) {
      if (lagMs >= standsStillMs) {
        logger.error({ projection: name, lagMs, position, reason: error }, 'a projection is far behind the log');
      }
    }
  }

  async function status(): Promise<readonly ProjectionStatus[]> {
    const now = new Map<string, ProjectionStatus>();
    for (const [name, runner] of running) now.set(name, await runner.status());
    for (const [name, last] of stopped) {
      const current = now.get(name);
      const position = current === undefined ? await checkpointOf(name) : current.position;
      if ((position ?? '') > (last.position ?? '')) stopped.delete(name);
      else now.set(name, { ...last, ...current, state: 'stopped', error: current?.error ?? last.error });
    }
    return [...now.values()];
  }

  async function checkpointOf(lease: string): Promise<Position | undefined> {
    const projection = projections.find((each) => leaseOf(each) === lease);
    return projection && log.readStore.checkpoint(projection);
  }

  const held = runs ? projections.map(hold) : [];
  const telling = every(standsStillMs, stopping.signal, tellWhatStandsStill, (error) =>
    logger.error(
      { reason: error instanceof Error ? error.message : String(error) },
      'how far projections are could not be asked',
    ),
  );
  return {
    async whenProcessed(name, position, timeoutMs) {
      const projection = projections.find((one) => one.name === name);
      if (projection === undefined) return false;
      const until = performance.now() + timeoutMs;
      for (;;) {
        const checkpoint = await log.readStore.checkpoint(projection);
        if (checkpoint !== undefined && checkpoint >= position) return true;
        if (performance.now() >= until || stopping.signal.aborted) return false;
        await delay(lookEveryMs, stopping.signal);
      }
    },
    status,
    async stop() {
      stopping.abort();
      await Promise.all([...held, telling]);
    },
  };
}
