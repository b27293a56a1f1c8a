import type { Lines } from '../../application/ports/work-queue.js';

/** How many jobs of each line are in work in this process. */
export interface LineUse {
  roomIn(line: string): number;
  enter(line: string): void;
  leave(line: string): void;
}

export function createLineUse(lines: Lines): LineUse {
  const inWork = new Map<string, number>();
  const count = (line: string): number => inWork.get(line) ?? 0;
  return {
    roomIn: (line) => lines.roomOf(line) - count(line),
    enter: (line) => void inWork.set(line, count(line) + 1),
    leave(line) {
      if (count(line) > 1) inWork.set(line, count(line) - 1);
      else inWork.delete(line);
    },
  };
}

/** One destination is like the other, and nothing holds any. */
export const noLines: Lines = { lineOf: () => '', roomOf: () => Number.POSITIVE_INFINITY };
