import type { ReadStoreReader } from '../ports/read-store.js';
import type { OwnerOf } from './team-owners.js';
import { walkedEquals } from './walked-equals.js';

/**
 * A page: what a list shows at once. A step: a part of a walk over many rows or events, which goes on with another
 * step.
 */
export type TurnKind = 'page' | 'step';

export interface TurnLimits {
  /** Pieces of work under way at once. */
  readonly atOnce: number;
  /** How many of them may be steps. */
  readonly stepsAtOnce: number;
}

/** What is read in the thread of a process: what is under way is in the way of all others. */
export const turnsOfThread: TurnLimits = { atOnce: 2, stepsAtOnce: 1 };
/** What engines elsewhere read. */
export const turnsOfEngine: TurnLimits = { atOnce: 32, stepsAtOnce: 4 };

/** Pages come first, but no step waits for ever. */
const pagesBeforeStep = 8;

type Job = () => Promise<void>;

/** Long and short reads of many owners, who take turns: an owner of sixty waits for most of them alone. */
export class FairSemaphore {
  private readonly queues = { page: new OwnerQueue(), step: new OwnerQueue() } as const;
  private underWay = 0;
  private stepsUnderWay = 0;
  private pagesInARow = 0;

  constructor(private readonly limits: TurnLimits) {}

  run<Result>(owner: string, kind: TurnKind, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.queues[kind].add(owner, () => work().then(resolve, reject));
      this.startNext();
    });
  }

  private startNext(): void {
    while (this.underWay < this.limits.atOnce) {
      const kind = this.nextKind();
      const job = kind && this.queues[kind].take();
      if (kind === undefined || job === undefined) return;
      this.pagesInARow = kind === 'page' ? this.pagesInARow + 1 : 0;
      this.underWay += 1;
      if (kind === 'step') this.stepsUnderWay += 1;
      void job().finally(() => {
        this.underWay -= 1;
        if (kind === 'step') this.stepsUnderWay -= 1;
        // Some reads end in the turn of the event loop in which they began: requests are to have theirs.
        setImmediate(() => this.startNext());
      });
    }
  }

  private nextKind(): TurnKind | undefined {
    const { page, step } = this.queues;
    const mayStep = !step.isEmpty && this.stepsUnderWay < this.limits.stepsAtOnce;
    if (mayStep && (page.isEmpty || this.pagesInARow >= pagesBeforeStep)) return 'step';
    return page.isEmpty ? undefined : 'page';
  }
}

/** What waits, by owner: who had a turn goes to the end. */
class OwnerQueue {
  private readonly waiting = new Map<string, Job[]>();

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  add(owner: string, job: Job): void {
    const own = this.waiting.get(owner);
    if (own === undefined) this.waiting.set(owner, [job]);
    else own.push(job);
  }

  take(): Job | undefined {
    for (const [owner, own] of this.waiting) {
      const job = own.shift();
      this.waiting.delete(owner);
      if (own.length > 0) this.waiting.set(owner, own);
      return job;
    }
    return undefined;
  }
}

/** Runs a part of a long read when it is the turn of the team's owner. */
export type InTurn = <Result>(teamId: string, step: () => Promise<Result>) => Promise<Result>;

/** Where there is no other reader: in commands. */
export const atOnce: InTurn = (_teamId, step) => step();

/** What a list shows at once; a request for more is a long read. */
const mostOfPage = 100;

/** A read store whose lists take turns, where they say for which team they are asked. */
export function fairReads(readStore: ReadStoreReader, turns: FairSemaphore, ownerOf: OwnerOf): ReadStoreReader {
  return {
    checkpoint: (shape) => readStore.checkpoint(shape),
    get: (shape, id) => readStore.get(shape, id),
    getMany: (shape, ids) => readStore.getMany(shape, ids),
    count: (...counted) => readStore.count(...counted),
    tokens: (shape, query) => readStore.tokens(shape, query),
    list: (shape, query) => {
      if (query.forTeam === undefined) return readStore.list(shape, query);
      const isPage = query.limit <= mostOfPage && walkedEquals(shape, query) === undefined;
      return turns.run(ownerOf(query.forTeam), isPage ? 'page' : 'step', () => readStore.list(shape, query));
    },
  };
}
