import type { Clock } from '../ports/clock.js';
import type { LeaseState, LeaseStore } from '../ports/lease.js';
import { within } from '../shared/within.js';
import { leaseAnswerMs, leaseOfWorker, workerLeases, workerOfLease, workerTimes } from './workers.js';

export interface WatchWorkersOptions {
  readonly leases: LeaseStore;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** The worker that this process is. */
  readonly own: () => string;
}

export interface WorkerWatch {
  /** Looks at every lease once, takes those whose holders were silent for a term, and answers whose. */
  look(): Promise<readonly string[]>;
  hasEnded(worker: string): boolean;
  /** Whether a worker was found to have ended in this time. */
  foundEndedWithin(durationMs: number): boolean;
}

/** What was not looked at for so long was not watched: after an outage everybody gets a whole term to show a heartbeat. */
const longestGapMs = 10_000;
/** Of a worker that has ended. Longer than any claim lives, and than its holder waits to give up. */
const keepEndedMs = 3_600_000;
const triesToTake = 100;

/**
 * Watches over the leases of other workers. One that showed the same heartbeat for a whole term on this process's own
 * clock writes no dot any more; its lease is taken, which leaves it without a holder for good.
 */
export function watchWorkers({ leases, clock, own }: WatchWorkersOptions): WorkerWatch {
  const seen = new Map<string, { readonly heartbeat: number; readonly sinceMs: number }>();
  const ended = new Map<string, number>();
  let lookedAtMs = Number.NEGATIVE_INFINITY;

  function watchedSinceMs(worker: string, { heartbeat }: LeaseState, nowMs: number): number {
    const before = seen.get(worker);
    const sinceMs = before?.heartbeat === heartbeat ? before.sinceMs : nowMs;
    seen.set(worker, { heartbeat, sinceMs });
    return sinceMs;
  }

  function noteEnded(worker: string, nowMs: number): void {
    seen.delete(worker);
    if (!ended.has(worker)) ended.set(worker, nowMs);
  }

  function forgetAllBut(workers: ReadonlySet<string>): void {
    for (const known of [seen, ended])
      for (const worker of known.keys()) if (!workers.has(worker)) known.delete(worker);
  }

  return {
    async look() {
      const states = await within(leaseAnswerMs, leases.list(workerLeases));
      // Behind the answer: a heartbeat that it shows was sent before.
      const nowMs = clock.monotonicMs();
      if (nowMs - lookedAtMs > longestGapMs) seen.clear();
      lookedAtMs = nowMs;
      forgetAllBut(new Set([...states.keys()].map(workerOfLease)));
      const taken: string[] = [];
      for (const [name, state] of states) {
        const worker = workerOfLease(name);
        if (worker === own()) continue;
        if (state.holder === null) {
          noteEnded(worker, nowMs);
          if (nowMs - (ended.get(worker) ?? nowMs) >= keepEndedMs) await within(leaseAnswerMs, leases.remove(name));
        } else if (nowMs - watchedSinceMs(worker, state, nowMs) >= workerTimes.termMs) {
          if (!(await within(leaseAnswerMs, leases.replace(name, takenFrom(state))))) continue;
          noteEnded(worker, nowMs);
          taken.push(worker);
        }
      }
      return taken;
    },
    hasEnded: (worker) => ended.has(worker),
    foundEndedWithin: (durationMs) => [...ended.values()].some((sinceMs) => clock.monotonicMs() - sinceMs < durationMs),
  };
}

/** At once, from a worker that is known to be gone; when it resolves the lease has no holder. */
export async function takeWorkerLease(leases: Pick<LeaseStore, 'read' | 'replace'>, worker: string): Promise<void> {
  const name = leaseOfWorker(worker);
  for (let tries = 0; tries < triesToTake; tries += 1) {
    const state = await within(leaseAnswerMs, leases.read(name));
    if (state === undefined || state.holder === null) return;
    if (await within(leaseAnswerMs, leases.replace(name, takenFrom(state)))) return;
  }
  throw new Error(`${name} could not be taken`);
}

function takenFrom({ fence, heartbeat }: LeaseState): LeaseState {
  return { holder: null, fence: fence + 1, heartbeat: heartbeat + 1 };
}
