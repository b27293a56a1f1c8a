/**
 * The number of one tenure: each holder of a lease has a greater one than those before it. Absent where a lock keeps
 * every other writer out.
 */
export type Fence = number;

/** What is stored of a lease. */
export interface LeaseState {
  /** An id that no other process, and no earlier life of the same one, has. Null: given back. */
  readonly holder: string | null;
  readonly fence: Fence;
  /** From 1; one more with each write of this state, by any holder. */
  readonly heartbeat: number;
}

/** The compare-and-set under a lease. It knows no time: who may take a lease, and when, is `holdLease`'s matter. */
export interface LeaseStore {
  /** @returns undefined when the lease was never held. */
  read(name: string): Promise<LeaseState | undefined>;
  /**
   * Writes `next` where the stored heartbeat is the one before `next.heartbeat` (for 1: where there is none). False
   * where it is not; of several callers at once one is answered true. When it rejects it may have been written.
   */
  replace(name: string, next: LeaseState): Promise<boolean>;
  /** All whose name begins so. */
  list(prefix: string): Promise<ReadonlyMap<string, LeaseState>>;
  /** For a lease that is not needed any more: its next state would be a first one again. */
  remove(name: string): Promise<void>;
}

/** A newer holder has the lease: what this one writes is refused. */
export class LeaseLost extends Error {
  readonly code = 'lease-lost';
}
