import type { Position } from '../../domain/shared/recorded.js';

interface Waiter {
  readonly position: Position;
  readonly done: (reached: boolean) => void;
}

/** How far something has come, and the callers that wait for it to come further. */
export class Progress {
  #position: Position | undefined;
  readonly #waiting = new Set<Waiter>();

  get position(): Position | undefined {
    return this.#position;
  }

  advance(position: Position): void {
    this.#position = position;
    for (const waiter of this.#waiting) if (waiter.position <= position) waiter.done(true);
  }

  /** True as soon as everything up to `position` is processed, false when that takes longer than `timeoutMs`. */
  whenProcessed(position: Position, timeoutMs: number): Promise<boolean> {
    if (this.#position !== undefined && position <= this.#position) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        position,
        done: (reached) => {
          clearTimeout(timer);
          this.#waiting.delete(waiter);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => waiter.done(false), timeoutMs);
      this.#waiting.add(waiter);
    });
  }
}
