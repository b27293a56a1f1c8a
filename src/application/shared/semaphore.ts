import type { StreamName } from '../../domain/shared/stream-name.js';
import type { LogPorts } from './handle.js';

/** At most so many pieces of work at once; the others wait in the order in which they came. */
export class Semaphore {
  private taken = 0;
  private readonly line: (() => void)[] = [];
  private readonly permits: () => number;

  /** @param permits a function where the number changes while work is under way */
  constructor(permits: number | (() => number)) {
    this.permits = typeof permits === 'number' ? () => permits : permits;
  }

  /** No permit is free: the next one has to wait. */
  get isFull(): boolean {
    return this.taken >= this.permits();
  }

  /** How many wait for a permit. */
  get waiting(): number {
    return this.line.length;
  }

  /** Nothing is under way, and nothing waits. */
  get isIdle(): boolean {
    return this.taken === 0;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isFull) await new Promise<void>((resolve) => this.line.push(resolve));
    else this.taken += 1;
    try {
      return await work();
    } finally {
      this.taken -= 1;
      this.startNext();
    }
  }

  /** Takes the permit for the next one at once: who comes in between cannot have it. */
  private startNext(): void {
    while (!this.isFull) {
      const next = this.line.shift();
      if (next === undefined) return;
      this.taken += 1;
      next();
    }
  }
}

/** A semaphore for each key, kept as long as something holds a permit of it: who waits for a key waits for no other. */
export class KeyedSemaphore {
  private readonly semaphores = new Map<string, Semaphore>();

  /** @param permits of each key */
  constructor(private readonly permits: number) {}

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.semaphores.get(key) ?? new Semaphore(this.permits);
    this.semaphores.set(key, own);
    try {
      return await own.run(work);
    } finally {
      if (own.isIdle) this.semaphores.delete(key);
    }
  }
}

/**
 * Runs one piece of work after the other. Undefined where its owner has so many in the line already: it is not run.
 * What the work throws is thrown to who asked for it, and the next goes on.
 */
export function lineOf(
  maxOfOwner: number,
): <Result>(owner: string, work: () => Promise<Result>) => Promise<Result | undefined> {
  let last: Promise<unknown> = Promise.resolve();
  const inLine = new Map<string, number>();
  return async (owner, work) => {
    const before = inLine.get(owner) ?? 0;
    if (before >= maxOfOwner) return undefined;
    inLine.set(owner, before + 1);
    const running = last.then(work);
    last = running.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await running;
    } finally {
      const left = (inLine.get(owner) ?? 1) - 1;
      if (left > 0) inLine.set(owner, left);
      else inLine.delete(owner);
    }
  };
}

/** One line per stream inside this process: appends that would only conflict with each other wait instead. */
export function createSerialiser(): LogPorts['serialise'] {
  const tails = new Map<StreamName, Promise<unknown>>();
  return async (stream, work) => {
    const before = tails.get(stream);
    const running = before === undefined ? work() : before.then(work, work);
    tails.set(stream, running);
    try {
      return await running;
    } finally {
      if (tails.get(stream) === running) tails.delete(stream);
    }
  };
}
