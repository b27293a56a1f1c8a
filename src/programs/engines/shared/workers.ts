import { WorkerLease } from '../../../application/lease/worker-lease.js';
import { takeWorkerLease, WorkerWatch } from '../../../application/lease/worker-watch.js';
import { type Workers, workerTimes } from '../../../application/lease/workers.js';
import type { LeaseStore } from '../../../application/ports/lease.js';
import { every } from '../../../application/shared/every.js';
import { readOwnNames, writeOwnNames } from '../../../infrastructure/data-dir/own-names.js';
import { systemClock } from '../../../infrastructure/system/clock.js';
import { ids } from '../../../infrastructure/system/ids.js';
import type { Logger } from '../../../infrastructure/telemetry/logger.js';

export interface JoinWorkersOptions {
  readonly leases: LeaseStore;
  /** Under this process's lock. */
  readonly dataDir: string;
  readonly logger: Logger;
}

export interface JoinedWorkers extends Workers {
  /** Calls back while claims of workers that have ended may come to light. */
  watch(onEnded: () => void): void;
  /** This worker's end, once nothing of it is under way any more. */
  leave(): Promise<void>;
}

/** So long after a worker's end its last claims may still be missing in the read model that they are looked for in. */
const claimsComeToLightMs = 60_000;

/** This process as a worker among others: what an earlier life of it left has ended at once, of others after a term. */
export async function joinWorkers({ leases, dataDir, logger }: JoinWorkersOptions): Promise<JoinedWorkers> {
  const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
  const onFailure = (error: unknown): void =>
    logger.error({ reason: reasonOf(error) }, "a worker's lease could not be kept: nothing is sent without it");
  let earlier = readOwnNames(dataDir, 'workers');
  const kept = new WorkerLease({
    leases,
    clock: systemClock,
    newId: () => ids.next(),
    // One that was lost was taken.
    onBegin: (id) => writeOwnNames(dataDir, 'workers', [...earlier, id]),
    onLost: (id) => logger.warn({ worker: id }, "this worker's lease was taken: it goes on as another worker"),
    onFailure,
  });
  const watch = new WorkerWatch({ leases, clock: systemClock, own: () => kept.own().id });
  const stopping = new AbortController();
  let watching: Promise<void> = Promise.resolve();
  let failures = 0;

  async function look(): Promise<void> {
    if (earlier.length > 0) {
      await Promise.all(earlier.map((worker) => takeWorkerLease(leases, worker)));
      earlier = [];
      writeOwnNames(dataDir, 'workers', [kept.own().id]);
    }
    const taken = await watch.look();
    failures = 0;
    if (taken.length > 0) logger.warn({ workers: taken }, 'workers gave no sign of life: their leases were taken');
  }

  /** The first of several in a row: one outage is one line. */
  const onLookFailed = (error: unknown): void => {
    failures += 1;
    if (failures === 1) logger.error({ reason: reasonOf(error) }, "other workers' leases could not be looked at");
  };

  await kept.asked;
  await look().catch(onLookFailed);
  return {
    own: () => kept.own(),
    hasEnded: (worker) => watch.hasEnded(worker),
    watch(onEnded) {
      const step = async (): Promise<void> => {
        await look();
        if (watch.foundEndedWithin(claimsComeToLightMs)) onEnded();
      };
      watching = every(workerTimes.heartbeatMs, stopping.signal, step, onLookFailed);
    },
    async leave() {
      stopping.abort();
      await watching;
      await kept.stop();
    },
  };
}
