import { foundKey } from '../ports/found-key.js';
import type { RateLimiter } from '../ports/rate-limiter.js';

export interface RateLineDependencies {
  readonly limiter: RateLimiter;
  /** Whose share of the second a team's requests take from. */
  readonly ownerOf: (teamId: string) => string | Promise<string>;
  readonly nowMs: () => number;
  readonly pause: (delayMs: number) => Promise<void>;
}

export interface RateLineBounds {
  /** Who waited so long gets nothing. */
  readonly patienceMs: number;
  /** Limit for all owners together. */
  readonly maxWaiting: number;
  readonly maxWaitingPerOwner: number;
}

interface Waiter {
  readonly deadlineMs: number;
  readonly settle: (taken: boolean | Promise<never>) => void;
}

/** The teams of one owner that wait, the next one first. None is empty. */
type OwnerLine = Map<string, Set<Waiter>>;

/** So often a limit that was reached is asked again: its windows are seconds. */
const askEveryMs = 50;

/**
 * Waits for a token of a rate limit where others would be refused. Teams of one owner take turns, and of one team each
 * gets its token in the order of asking, so that a session with much to send does not keep another one waiting.
 */
export class RateLine {
  readonly #lines = new Map<string, OwnerLine>();
  #waiting = 0;

  constructor(
    private readonly dependencies: RateLineDependencies,
    private readonly bounds: RateLineBounds,
  ) {}

  /** How many wait now. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether it got a token; false after the patience, at once where too many wait, and where the signal aborts. */
  async take(teamId: string, signal: AbortSignal): Promise<boolean> {
    const owner = await this.dependencies.ownerOf(teamId);
    if (!this.#lines.has(owner)) {
      const { allowed } = await this.dependencies.limiter.take(foundKey(owner));
      if (allowed) return true;
    }
    return signal.aborted || this.#isFull(owner) ? false : this.#wait(owner, teamId, signal);
  }

  #isFull(owner: string): boolean {
    const teams = [...(this.#lines.get(owner)?.values() ?? [])];
    const ofOwner = teams.reduce((sum, { size }) => sum + size, 0);
    return this.#waiting >= this.bounds.maxWaiting || ofOwner >= this.bounds.maxWaitingPerOwner;
  }

  #wait(owner: string, teamId: string, signal: AbortSignal): Promise<boolean> {
    const known = this.#lines.get(owner);
    const line: OwnerLine = known ?? new Map<string, Set<Waiter>>();
    const waited = new Promise<boolean>((resolve) => {
      const leave = (): void => waiter.settle(false);
      const waiter: Waiter = {
        deadlineMs: this.dependencies.nowMs() + this.bounds.patienceMs,
        settle: (taken) => {
          signal.removeEventListener('abort', leave);
          this.#remove(line, teamId, waiter);
          resolve(taken);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      line.set(teamId, (line.get(teamId) ?? new Set()).add(waiter));
      this.#waiting += 1;
    });
    if (known === undefined) {
      this.#lines.set(owner, line);
      void this.#serve(owner, line);
    }
    return waited;
  }

  #remove(line: OwnerLine, teamId: string, waiter: Waiter): void {
    const team = line.get(teamId);
    if (team?.delete(waiter) !== true) return;
    this.#waiting -= 1;
    if (team.size === 0) line.delete(teamId);
  }

  async #serve(owner: string, line: OwnerLine): Promise<void> {
    try {
      while (this.#dropExpired(line) > 0) {
        const { allowed } = await this.dependencies.limiter.take(foundKey(owner));
        if (allowed) serveNext(line);
        else await this.dependencies.pause(askEveryMs);
      }
    } catch (cause) {
      const error = new Error('The rate limit cannot be asked', { cause });
      for (const waiter of waitersOf(line)) waiter.settle(Promise.reject(error));
    } finally {
      this.#lines.delete(owner);
    }
  }

  /** Answers how many are left. */
  #dropExpired(line: OwnerLine): number {
    const nowMs = this.dependencies.nowMs();
    for (const waiter of waitersOf(line)) if (waiter.deadlineMs <= nowMs) waiter.settle(false);
    return line.size;
  }
}

const waitersOf = (line: OwnerLine): readonly Waiter[] => [...line.values()].flatMap((team) => [...team]);

/** The first of the team whose turn it is; the team is the last one then. */
function serveNext(line: OwnerLine): void {
  const [next] = line;
  if (next === undefined) return;
  const [teamId, team] = next;
  line.delete(teamId);
  line.set(teamId, team);
  const [waiter] = team;
  waiter?.settle(true);
}
