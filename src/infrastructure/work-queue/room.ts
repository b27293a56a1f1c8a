export interface QueueLimits {
  readonly perDestination: number;
  readonly total: number;
}

export const defaultQueueLimits: QueueLimits = { perDestination: 500, total: 10_000 };

interface Bound {
  readonly destination: string;
}

/** How many of each destination wait, and how many in all. */
export interface Room {
  enter(job: Bound): void;
  leave(job: Bound): void;
  isFullFor(job: Bound): boolean;
  /** At least half of what a destination may have. */
  isHalfFreeFor(destination: string): boolean;
  size(): number;
}

export function createRoom(limits: QueueLimits): Room {
  const perDestination = new Map<string, number>();
  let total = 0;
  const move = ({ destination }: Bound, by: 1 | -1): void => {
    total += by;
    const left = (perDestination.get(destination) ?? 0) + by;
    if (left === 0) perDestination.delete(destination);
    else perDestination.set(destination, left);
  };
  return {
    enter: (job) => move(job, 1),
    leave: (job) => move(job, -1),
    isFullFor: ({ destination }) =>
      total >= limits.total || (perDestination.get(destination) ?? 0) >= limits.perDestination,
    isHalfFreeFor: (destination) =>
      Math.min(limits.perDestination - (perDestination.get(destination) ?? 0), limits.total - total) >=
      limits.perDestination / 2,
    size: () => total,
  };
}
