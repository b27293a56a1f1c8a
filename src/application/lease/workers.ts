/** A process that delivers, as its claims name it. */
export interface Worker {
  readonly id: string;
  /** Whether its lease is surely its own, now. Where it is not, it writes no dot. */
  isHeld(): boolean;
}

/** All that deliver from one log. */
export interface Workers {
  /** The one that this process is. A process whose lease was taken goes on as another. */
  own(): Worker;
  /** It writes no dot any more: what became of its claims need not be waited for. False where that is not known. */
  hasEnded(id: string): boolean;
}

/** A process that no other one can deliver beside: every other maker of a claim is gone. */
export function onlyWorker(id: string): Workers {
  return { own: () => ({ id, isHeld: () => true }), hasEnded: () => true };
}

/** The same for every process: one that waited for less than another's term would take what is held. */
export const workerTimes = { termMs: 30_000, heartbeatMs: 3_000 } as const;

/** An answer that takes longer is of no use. */
export const leaseAnswerMs = 10_000;

const prefix = 'worker:';

export const workerLeases = prefix;

export function leaseOfWorker(id: string): string {
  return `${prefix}${id}`;
}

export function workerOfLease(name: string): string {
  return name.slice(prefix.length);
}
