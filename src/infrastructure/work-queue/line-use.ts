import type { Lines, Place } from '../../application/ports/work-queue.js';

/** A job in work. */
export interface Use extends Place {
  /** The one that it counts in. */
  line(): string;
  leave(): void;
}

/** Which jobs are in work in this process: how many of each line, and in which places. */
export interface LineUse {
  /** How many more jobs of the line may start, as far as it is about the line and its kind. */
  roomIn(line: string): number;
  hasFreePlace(): boolean;
  enter(line: string, onAside?: () => void): Use;
}

/**
 * Lines that answer, and strangers: those of whom it is not known. A stranger may cost minutes, so that strangers together
 * have half of the places, and half of the room aside: the others are always for lines that answer.
 */
export function createLineUse(lines: Lines, places: number): LineUse {
  const ofLine = new Map<string, number>();
  const inPlaces = { all: 0, strangers: 0 };
  const aside = { all: 0, strangers: 0 };
  const count = (line: string): number => ofLine.get(line) ?? 0;
  const strangersAtOnce = Math.max(1, Math.floor(places / 2));

  function leaveLine(line: string): void {
    if (count(line) > 1) ofLine.set(line, count(line) - 1);
    else ofLine.delete(line);
  }

  function move(counts: typeof inPlaces, isStranger: boolean, by: 1 | -1): void {
    counts.all += by;
    if (isStranger) counts.strangers += by;
  }

  return {
    roomIn(line) {
      const room = lines.roomOf(line) - count(line);
      return lines.answers(line) ? room : Math.min(room, strangersAtOnce - inPlaces.strangers);
    },
    hasFreePlace: () => inPlaces.all < places,
    enter(first, onAside) {
      const isStranger = !lines.answers(first);
      let line = first;
      let where = inPlaces;
      ofLine.set(line, count(line) + 1);
      move(where, isStranger, 1);
      return {
        line: () => line,
        joins(next) {
          if (next === line) return true;
          if (lines.roomOf(next) <= count(next)) return false;
          leaveLine(line);
          line = next;
          ofLine.set(line, count(line) + 1);
          return true;
        },
        standAside() {
          const isFull = aside.all >= lines.mostAside || (isStranger && aside.strangers >= lines.mostAside / 2);
          if (where !== inPlaces || isFull) return;
          move(where, isStranger, -1);
          where = aside;
          move(where, isStranger, 1);
          onAside?.();
        },
        leave() {
          move(where, isStranger, -1);
          leaveLine(line);
        },
      };
    },
  };
}

/** One destination is like the other, and nothing holds any. */
export const noLines: Lines = {
  lineOf: () => '',
  roomOf: () => Number.POSITIVE_INFINITY,
  answers: () => true,
  mostAside: 0,
};
