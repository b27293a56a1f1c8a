import { Tally } from './tally.js';

export interface QueueLimits {
  readonly perLine: number;
  readonly total: number;
}

export const defaultQueueLimits: QueueLimits = { perLine: 500, total: 10_000 };

/**
 * How many jobs of each line wait, and how many in all. Past half of the room a line may have ever fewer: those that
 * take nothing cannot fill it, and a newcomer finds room.
 */
export class Room {
  private readonly ofLine = new Tally();
  private total = 0;

  constructor(private readonly limits: QueueLimits) {}

  get size(): number {
    return this.total;
  }

  enter(line: string): void {
    this.total += 1;
    this.ofLine.add(line, 1);
  }

  leave(line: string): void {
    this.total -= 1;
    this.ofLine.add(line, -1);
  }

  isFullFor(line: string): boolean {
    return this.free() <= 0 || this.ofLine.of(line) >= this.bound();
  }

  /** At least half of what a line may have now. */
  isHalfFreeFor(line: string): boolean {
    return this.free() > 0 && this.ofLine.of(line) <= this.bound() / 2;
  }

  private free(): number {
    return this.limits.total - this.total;
  }

  private bound(): number {
    const { perLine, total } = this.limits;
    const shrunk = Math.floor((perLine * this.free()) / (total / 2));
    return Math.min(perLine, Math.max(1, shrunk));
  }
}
