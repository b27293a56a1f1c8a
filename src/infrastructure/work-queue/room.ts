export interface QueueLimits {
  readonly perDestination: number;
  readonly total: number;
}

export const defaultQueueLimits: QueueLimits = { perDestination: 500, total: 10_000 };

interface Bound {
  readonly destination: string;
}

/**
 * How many of each destination wait, and how many in all. Past half of the room a destination may have ever fewer: those
 * that take nothing cannot fill it, and a newcomer finds room.
 */
export interface Room {
  enter(job: Bound): void;
  leave(job: Bound): void;
  isFullFor(job: Bound): boolean;
  /** At least half of what a destination may have now. */
  isHalfFreeFor(destination: string): boolean;
  size(): number;
}

export function createRoom(limits: QueueLimits): Room {
  const perDestination = new Map<string, number>();
  let total = 0;
  const count = (destination: string): number => perDestination.get(destination) ?? 0;
  const free = (): number => limits.total - total;
  const bound = (): number => {
    const shrunk = Math.floor((limits.perDestination * free()) / (limits.total / 2));
    return Math.min(limits.perDestination, Math.max(1, shrunk));
  };
  const move = ({ destination }: Bound, by: 1 | -1): void => {
    total += by;
    const left = count(destination) + by;
    if (left === 0) perDestination.delete(destination);
    else perDestination.set(destination, left);
  };
  return {
    enter: (job) => move(job, 1),
    leave: (job) => move(job, -1),
    isFullFor: ({ destination }) => free() <= 0 || count(destination) >= bound(),
    isHalfFreeFor: (destination) => free() > 0 && count(destination) <= bound() / 2,
    size: () => total,
  };
}
