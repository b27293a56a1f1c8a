import type { Position } from '../../domain/shared/recorded.js';

/** How far something has come, and who waits for it to come further. */
export interface Progress {
  readonly position: Position | undefined;
  advance(position: Position): void;
  /** True as soon as everything up to `position` is processed, false when that takes longer than `timeoutMs`. */
  whenProcessed(position: Position, timeoutMs: number): Promise<boolean>;
}

export function createProgress(): Progress {
  let current: Position | undefined;
  const waiting = new Set<{ readonly position: Position; readonly done: (reached: boolean) => void }>();
  return {
    get position() {
      return current;
    },
    advance(position) {
      current = position;
      for (const waiter of waiting) if (waiter.position <= position) waiter.done(true);
    },
    whenProcessed(position, timeoutMs) {
      if (current !== undefined && position <= current) return Promise.resolve(true);
      return new Promise((resolve) => {
        const waiter = {
          position,
          done: (reached: boolean): void => {
            clearTimeout(timer);
            waiting.delete(waiter);
            resolve(reached);
          },
        };
        const timer = setTimeout(() => waiter.done(false), timeoutMs);
        waiting.add(waiter);
      });
    },
  };
}
