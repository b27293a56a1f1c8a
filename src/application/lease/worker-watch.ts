import type { Clock } from '../ports/clock.js';
import type { LeaseState, LeaseStore } from '../ports/lease.js';
import { withTimeout } from '../shared/timeout.js';
import { leaseAnswerMs, leaseOfWorker, workerLeases, workerOfLease, workerTimes } from './workers.js';

export interface WatchWorkersOptions {
  readonly leases: LeaseStore;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** The worker that this process is. */
  readonly own: () => string;
}

/**
 * What was not looked at for so long was not watched: after an outage each worker gets a whole term to show a
 * heartbeat.
 */
const longestGapMs = 10_000;
/** How long an ended worker is remembered: longer than any claim lives, and than its holder waits to give up. */
const keepEndedMs = 3_600_000;
const triesToTake = 100;

/**
 * Watches over the leases of other workers. One that showed the same heartbeat for a whole term on this process's own
 * clock writes no dot any more; its lease is taken, which leaves it without a holder permanently.
 */
export class WorkerWatch {
  readonly #options: WatchWorkersOptions;
  readonly #seen = new Map<string, { readonly heartbeat: number; readonly sinceMs: number }>();
  readonly #ended = new Map<string, number>();
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: WatchWorkersOptions) {
    this.#options = options;
  }

  /** Looks at every lease once, takes those whose holders were silent for a term, and answers whose. */
  async look(): Promise<readonly string[]> {
    const { leases, clock, own } = this.#options;
    const states = await withTimeout(leaseAnswerMs, leases.list(workerLeases));
    // Behind the answer: a heartbeat that it shows was sent before.
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#lookedAtMs > longestGapMs) this.#seen.clear();
    this.#lookedAtMs = nowMs;
    this.#forgetAllBut(new Set([...states.keys()].map(workerOfLease)));
    const taken: string[] = [];
    for (const [name, state] of states) {
      const worker = workerOfLease(name);
      if (worker === own()) continue;
      if (state.holder === null) {
        const sinceMs = this.#noteEnded(worker, nowMs);
        if (nowMs - sinceMs >= keepEndedMs) await withTimeout(leaseAnswerMs, leases.remove(name));
      } else if (nowMs - this.#watchedSinceMs(worker, state, nowMs) >= workerTimes.termMs) {
        if (!(await withTimeout(leaseAnswerMs, leases.replace(name, takenFrom(state))))) continue;
        this.#noteEnded(worker, nowMs);
        taken.push(worker);
      }
    }
    return taken;
  }

  hasEnded(worker: string): boolean {
    return this.#ended.has(worker);
  }

  /** Whether a worker was found to have ended in this time. */
  foundEndedWithin(durationMs: number): boolean {
    const nowMs = this.#options.clock.monotonicMs();
    return [...this.#ended.values()].some((sinceMs) => nowMs - sinceMs < durationMs);
  }

  #watchedSinceMs(worker: string, { heartbeat }: LeaseState, nowMs: number): number {
    const before = this.#seen.get(worker);
    const sinceMs = before?.heartbeat === heartbeat ? before.sinceMs : nowMs;
    this.#seen.set(worker, { heartbeat, sinceMs });
    return sinceMs;
  }

  /** Since when that is known. */
  #noteEnded(worker: string, nowMs: number): number {
    this.#seen.delete(worker);
    const sinceMs = this.#ended.get(worker) ?? nowMs;
    this.#ended.set(worker, sinceMs);
    return sinceMs;
  }

  #forgetAllBut(workers: ReadonlySet<string>): void {
    for (const known of [this.#seen, this.#ended]) {
      for (const worker of known.keys()) if (!workers.has(worker)) known.delete(worker);
    }
  }
}

/** At once, from a worker that is known to be gone; when it resolves the lease has no holder. */
export async function takeWorkerLease(leases: Pick<LeaseStore, 'read' | 'replace'>, worker: string): Promise<void> {
  const name = leaseOfWorker(worker);
  for (let tries = 0; tries < triesToTake; tries += 1) {
    const state = await withTimeout(leaseAnswerMs, leases.read(name));
    if (state === undefined || state.holder === null) return;
    if (await withTimeout(leaseAnswerMs, leases.replace(name, takenFrom(state)))) return;
  }
  throw new Error(`${name} could not be taken`);
}

function takenFrom({ fence, heartbeat }: LeaseState): LeaseState {
  return { holder: null, fence: fence + 1, heartbeat: heartbeat + 1 };
}
