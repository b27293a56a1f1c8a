import type { Clock } from '../ports/clock.js';
import type { Fence, LeaseState, LeaseStore } from '../ports/lease.js';
import { delay } from '../shared/delay.js';
import { withTimeout } from '../shared/timeout.js';

export interface LeaseGrant {
  /** What the work writes is conditional on it. */
  readonly fence: Fence;
  /** Aborts when the lease may have been lost, and when the holder itself is to stop. */
  readonly signal: AbortSignal;
  /** False as soon as another process may hold it. A process that was frozen sees it here before its signal aborts. */
  isHeld(): boolean;
}

export interface HoldLeaseOptions {
  /** An id that no other process, and no earlier life of this one, has. */
  readonly holder: string;
  /**
   * Whether this holder is known to be dead, such as an earlier life of this process: its lease is taken without a
   * wait.
   */
  readonly isDead?: (holder: string) => boolean;
  /** The same for all that want this lease, and several heartbeats long. */
  readonly termMs: number;
  readonly heartbeatMs: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
  /** Called at the beginning, and whenever its work begins or has ended. */
  readonly onTurn?: (name: string, isHeld: boolean) => void;
}

/** For work that one process does at a time: a holder that is silent for a term has lost its lease. */
export const leaseTimes = { termMs: 6_000, heartbeatMs: 1_500 } as const;

type OneLease = Pick<LeaseStore, 'read' | 'replace'>;

interface Lease extends HoldLeaseOptions {
  readonly leases: OneLease;
  readonly name: string;
}

/** One time of holding it. */
interface Tenure {
  state: LeaseState;
  /** When the last acknowledged heartbeat was sent: no other process began its wait for a term before it. */
  sentAtMs: number;
  readonly lost: AbortController;
  readonly over: AbortController;
}

/**
 * Waits until the lease can be had, does the work while it is held, and waits for it again when it was lost or the work
 * failed. Resolves when the work has come to its own end or the signal has aborted; then the lease is given back. The
 * work has ended before it is called again. Never rejects.
 *
 * A lease is taken from a holder that showed the same heartbeat for a whole term on this process's clock; the holder
 * counts its term from before it sent that heartbeat, so it stops first. No two clocks are compared.
 */
export async function holdLease(
  leases: OneLease,
  name: string,
  options: HoldLeaseOptions,
  work: (grant: LeaseGrant) => Promise<void>,
): Promise<void> {
  const lease: Lease = { ...options, leases: answeringWithin(options.termMs, leases), name };
  options.onTurn?.(name, false);
  while (!options.signal.aborted) {
    const tenure = await take(lease);
    if (tenure === undefined) return;
    options.onTurn?.(name, true);
    const ended = await serve(lease, tenure, work);
    options.onTurn?.(name, false);
    if (ended === 'done') return;
    // What fails here at once may go well elsewhere.
    if (ended === 'failed') await delay(options.termMs, options.signal);
  }
}

/** An answer that takes longer than a term is of no use, and one that never comes must not end the asking. */
function answeringWithin(termMs: number, leases: OneLease): OneLease {
  return {
    read: (name) => withTimeout(termMs, leases.read(name)),
    replace: (name, next) => withTimeout(termMs, leases.replace(name, next)),
  };
}

/** Undefined when the signal has aborted. */
async function take(lease: Lease): Promise<Tenure | undefined> {
  const { leases, name, termMs, clock, signal } = lease;
  let seen = { heartbeat: -1, atMs: 0 };
  while (!signal.aborted) {
    try {
      const state = await leases.read(name);
      const nowMs = clock.monotonicMs();
      const heartbeat = state?.heartbeat ?? 0;
      if (seen.heartbeat !== heartbeat) seen = { heartbeat, atMs: nowMs };
      if (isFree(lease, state) || nowMs - seen.atMs >= termMs) {
        const next = { holder: lease.holder, fence: (state?.fence ?? 0) + 1, heartbeat: heartbeat + 1 };
        if (await leases.replace(name, next)) return tenureOf(next, nowMs);
      }
    } catch (error) {
      lease.onFailure(error);
    }
    await delay(untilNextBeat(lease.heartbeatMs, clock), signal);
  }
  return undefined;
}

/** All leases of a process beat at the same moments, so that a store can take them together. */
function untilNextBeat(heartbeatMs: number, clock: Pick<Clock, 'monotonicMs'>): number {
  return heartbeatMs - (clock.monotonicMs() % heartbeatMs);
}

/** Also where it is its own: a write of this process whose answer was lost. */
function isFree({ holder, isDead }: Lease, state: LeaseState | undefined): boolean {
  if (state === undefined || state.holder === null || state.holder === holder) return true;
  return isDead?.(state.holder) === true;
}

function tenureOf(state: LeaseState, sentAtMs: number): Tenure {
  return { state, sentAtMs, lost: new AbortController(), over: new AbortController() };
}

async function serve(
  lease: Lease,
  tenure: Tenure,
  work: (grant: LeaseGrant) => Promise<void>,
): Promise<'done' | 'failed' | 'lost'> {
  const { lost, over, state } = tenure;
  const keeping = [beat(lease, tenure), watch(lease, tenure)];
  let failed = false;
  try {
    const signal = AbortSignal.any([lease.signal, lost.signal]);
    await work({ fence: state.fence, signal, isHeld: () => isHeld(lease, tenure) });
  } catch (error) {
    failed = true;
    lease.onFailure(error);
  }
  over.abort();
  await Promise.all(keeping);
  if (lost.signal.aborted) return 'lost';
  await giveBack(lease, tenure);
  return failed ? 'failed' : 'done';
}

/** Heartbeats until the work is over, or another process has taken the lease. */
async function beat({ leases, name, heartbeatMs, clock, onFailure }: Lease, tenure: Tenure): Promise<void> {
  const ended = AbortSignal.any([tenure.lost.signal, tenure.over.signal]);
  let isNewNeeded = false;
  for (;;) {
    await delay(isNewNeeded ? 0 : untilNextBeat(heartbeatMs, clock), ended);
    if (ended.aborted) return;
    isNewNeeded = false;
    const sentAtMs = clock.monotonicMs();
    const next = { ...tenure.state, heartbeat: tenure.state.heartbeat + 1 };
    try {
      if (await leases.replace(name, next)) {
        tenure.state = next;
        tenure.sentAtMs = sentAtMs;
        continue;
      }
      const stored = await leases.read(name);
      if (stored?.holder !== next.holder || stored.fence !== next.fence) {
        tenure.lost.abort();
        return;
      }
      // An earlier heartbeat whose answer was lost. When it was seen is not known: only a new one counts.
      tenure.state = stored;
      isNewNeeded = true;
    } catch (error) {
      onFailure(error);
    }
  }
}

/** Says that the lease may be lost when a whole term has passed without an acknowledged heartbeat. */
async function watch(lease: Lease, tenure: Tenure): Promise<void> {
  while (isHeld(lease, tenure) && !tenure.over.signal.aborted) {
    await delay(tenure.sentAtMs + lease.termMs - lease.clock.monotonicMs(), tenure.over.signal);
  }
  if (!isHeld(lease, tenure)) tenure.lost.abort();
}

function isHeld({ clock, termMs }: Lease, { lost, sentAtMs }: Tenure): boolean {
  return !lost.signal.aborted && clock.monotonicMs() - sentAtMs < termMs;
}

/** So that the next one need not wait for a term. Where it cannot be written, the term passes. */
async function giveBack({ leases, name, onFailure }: Lease, { state }: Tenure): Promise<void> {
  try {
    await leases.replace(name, { ...state, holder: null, heartbeat: state.heartbeat + 1 });
  } catch (error) {
    onFailure(error);
  }
}
