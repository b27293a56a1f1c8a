import type { Clock } from '../ports/clock.js';

export interface OwnerLimits {
  /** Requests of one owner that may begin in a second. */
  readonly perSecond: number;
  /** Requests of one owner under way at once. */
  readonly atOnce: number;
}

/** Each start takes some tenths of a millisecond of the event loop: other requests have their turn after so many. */
const startsPerTurn = 8;
/** An owner that was idle may begin so much at once of what it may begin in a second. */
const burstMs = 100;
const secondMs = 1_000;

interface Owner {
  readonly waiting: Set<() => void>;
  underWay: number;
  /** On the monotonic clock: the time that is paid for by what has begun. */
  paidUntilMs: number;
}

/**
 * Round robin among the owners of teams, each with a limit of requests a second and one of requests under way. What
 * exceeds a limit waits, in order; an owner at its limit delays no other.
 */
export class FairScheduler {
  /** In the order of turns: one that had its turn goes to the end. */
  private readonly owners = new Map<string, Owner>();
  private isScheduled = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** What one request pays for. */
  private readonly paceMs: number;

  constructor(
    private readonly clock: Pick<Clock, 'monotonicMs'>,
    private readonly limits: OwnerLimits,
  ) {
    this.paceMs = secondMs / limits.perSecond;
  }

  /**
   * `furtherCostOf`: as how many further requests the result counts against the owner's limit a second.
   * @returns undefined when the signal aborted before its turn.
   */
  run<Result>(
    ownerId: string,
    work: () => Promise<Result>,
    signal: AbortSignal,
    furtherCostOf: (result: Result) => number = () => 0,
  ): Promise<Result | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    const owner = this.owners.get(ownerId) ?? { waiting: new Set(), underWay: 0, paidUntilMs: 0 };
    this.owners.set(ownerId, owner);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        owner.waiting.delete(start);
        resolve(undefined);
        this.schedule();
      };
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        owner.underWay += 1;
        const end = (): void => {
          owner.underWay -= 1;
          this.schedule();
        };
        const charged = work().then((result) => {
          owner.paidUntilMs += furtherCostOf(result) * this.paceMs;
          return result;
        });
        void charged.then(resolve, reject).finally(end);
      };
      owner.waiting.add(start);
      signal.addEventListener('abort', leave, { once: true });
      this.schedule();
    });
  }

  /** Requests that wait for their turn. */
  waiting(): number {
    return [...this.owners.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.startNext();
    });
  }

  private startNext(): void {
    const nowMs = this.clock.monotonicMs();
    let started = 0;
    let soonestMs = Number.POSITIVE_INFINITY;
    // An entry that is moved to the end of the map while it is walked through is met again.
    for (const [id, owner] of this.owners) {
      const [next] = owner.waiting;
      if (next === undefined || owner.underWay >= this.limits.atOnce) {
        if (next === undefined && owner.underWay === 0 && owner.paidUntilMs <= nowMs) this.owners.delete(id);
        continue;
      }
      const dueMs = owner.paidUntilMs - burstMs;
      if (dueMs > nowMs) {
        soonestMs = Math.min(soonestMs, dueMs);
        continue;
      }
      if (started === startsPerTurn) return this.schedule();
      started += 1;
      owner.waiting.delete(next);
      owner.paidUntilMs = Math.max(owner.paidUntilMs, nowMs) + this.paceMs;
      this.owners.delete(id);
      this.owners.set(id, owner);
      next();
    }
    clearTimeout(this.timer);
    if (soonestMs < Number.POSITIVE_INFINITY) this.timer = setTimeout(() => this.schedule(), soonestMs - nowMs);
  }
}
