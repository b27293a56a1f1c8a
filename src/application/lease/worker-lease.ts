import type { Clock } from '../ports/clock.js';
import type { LeaseState, LeaseStore } from '../ports/lease.js';
import { delay } from '../shared/delay.js';
import { withTimeout } from '../shared/timeout.js';
import { leaseAnswerMs, leaseOfWorker, type Worker, workerTimes } from './workers.js';

export interface WorkerLeaseOptions {
  readonly leases: Pick<LeaseStore, 'read' | 'replace'>;
  readonly clock: Clock;
  /** An id that no worker had. */
  readonly newId: () => string;
  /** Called before anything else knows of the worker. */
  readonly onBegin: (id: string) => void;
  readonly onLost: (id: string) => void;
  /** The first of several in a row. */
  readonly onFailure: (error: unknown) => void;
}

/** After so long without a heartbeat the record that the lease was taken may be gone. */
const longestSilenceMs = 1_800_000;

interface Tenure extends Worker {
  state: LeaseState | undefined;
  /**
   * When the last acknowledged heartbeat was sent, by both clocks: a monotonic one stands still while a machine sleeps.
   */
  sentAt: { readonly monotonicMs: number; readonly nowMs: number } | undefined;
  over: boolean;
}

/**
 * Keeps a lease for this process as a worker. A heartbeat is a compare-and-set, so one that is acknowledged proves that
 * no other process has taken the lease, however long it took. A lease that was taken is lost permanently, and this
 * process goes on as a new worker. It counts its term from before it sent the last heartbeat, and less than the whole
 * of it: it ends first.
 */
export class WorkerLease {
  /** Resolves when the lease was asked for once. */
  readonly asked: Promise<void>;
  readonly #options: WorkerLeaseOptions;
  readonly #stopping = new AbortController();
  readonly #kept: Promise<void>;
  #tenure: Tenure;
  #wasLost = false;

  /** Keeps it until {@link stop}. */
  constructor(options: WorkerLeaseOptions) {
    this.#options = options;
    this.#tenure = begin(options);
    let onAsked = (): void => undefined;
    this.asked = new Promise((resolve) => {
      onAsked = resolve;
    });
    this.#kept = this.#keep(onAsked);
  }

  own(): Worker {
    return this.#tenure;
  }

  /** The worker's end, once nothing of it is under way any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#kept;
    if (!this.#wasLost) await end(this.#options, this.#tenure);
  }

  async #keep(onAsked: () => void): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      this.#wasLost = (await beatUntilLost(this.#options, this.#tenure, signal, onAsked)) === 'lost';
      this.#tenure.over = true;
      if (signal.aborted) return;
      this.#options.onLost(this.#tenure.id);
      this.#tenure = await beginAgain(this.#options, this.#tenure, signal);
    }
  }
}

function begin({ newId, onBegin, clock }: WorkerLeaseOptions): Tenure {
  const id = newId();
  onBegin(id);
  const tenure: Tenure = {
    id,
    state: undefined,
    sentAt: undefined,
    over: false,
    isHeld: () => !tenure.over && silenceMs(clock, tenure) < workerTimes.termMs - workerTimes.heartbeatMs,
  };
  return tenure;
}

/** The one before, which is over, where the signal aborts first. */
async function beginAgain(options: WorkerLeaseOptions, before: Tenure, signal: AbortSignal): Promise<Tenure> {
  while (!signal.aborted) {
    try {
      return begin(options);
    } catch (error) {
      options.onFailure(error);
      await delay(workerTimes.heartbeatMs, signal);
    }
  }
  return before;
}

function silenceMs(clock: Clock, { sentAt }: Tenure): number {
  if (sentAt === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(clock.monotonicMs() - sentAt.monotonicMs, clock.now() - sentAt.nowMs);
}

async function beatUntilLost(
  options: WorkerLeaseOptions,
  tenure: Tenure,
  signal: AbortSignal,
  onAsked: () => void,
): Promise<'lost' | 'stopped'> {
  let failures = 0;
  while (!signal.aborted) {
    let ended: 'acknowledged' | 'behind' | 'lost' | 'failed';
    try {
      ended = await beat(options, tenure);
      failures = 0;
    } catch (error) {
      ended = 'failed';
      failures += 1;
      if (failures === 1) options.onFailure(error);
    }
    onAsked();
    if (ended === 'lost') return 'lost';
    if (ended !== 'behind') await delay(workerTimes.heartbeatMs, signal);
  }
  return 'stopped';
}

/**
 * `behind`: an earlier heartbeat was written and its answer lost; when it was seen is not known, so only a new one
 * counts.
 */
async function beat(
  { leases, clock }: WorkerLeaseOptions,
  tenure: Tenure,
): Promise<'acknowledged' | 'behind' | 'lost'> {
  const name = leaseOfWorker(tenure.id);
  if (tenure.sentAt !== undefined && silenceMs(clock, tenure) >= longestSilenceMs) return 'lost';
  const sentAt = { monotonicMs: clock.monotonicMs(), nowMs: clock.now() };
  const next = nextState(tenure);
  if (await withTimeout(leaseAnswerMs, leases.replace(name, next))) {
    tenure.state = next;
    tenure.sentAt = sentAt;
    return 'acknowledged';
  }
  const stored = await withTimeout(leaseAnswerMs, leases.read(name));
  if (stored?.holder !== tenure.id) return 'lost';
  tenure.state = stored;
  return 'behind';
}

function nextState({ id, state }: Tenure): LeaseState {
  return state === undefined ? { holder: id, fence: 1, heartbeat: 1 } : { ...state, heartbeat: state.heartbeat + 1 };
}

/** So that no other process waits for a term. Where it cannot be written, the term passes. */
async function end({ leases, onFailure }: WorkerLeaseOptions, tenure: Tenure): Promise<void> {
  try {
    await withTimeout(leaseAnswerMs, leases.replace(leaseOfWorker(tenure.id), { ...nextState(tenure), holder: null }));
  } catch (error) {
    onFailure(error);
  }
}
