import type { RetryClass } from '../../../domain/shared/accepted-email.js';
import type { Job } from '../../../application/ports/work-queue.js';
import { createRoom, type QueueLimits } from '../room.js';

/** What Redis holds at one moment, by job id. */
export interface Seen {
  readonly due: readonly { readonly id: string; readonly priority: number }[];
  readonly later: readonly string[];
  readonly inWork: readonly string[];
}

type Place =
  | { readonly kind: 'due' | 'later'; readonly destination: string; readonly priority: number }
  | { readonly kind: 'in-work' };

/** Lower classes first; within a class by turn. All sums stay exact below 2^53. */
const classSpan = 2 ** 40;
const classOrder: Readonly<Record<RetryClass, number>> = { transactional: 0, standard: 1, bulk: 2 };

/**
 * What waits in Bull as one process last saw it, with what it has offered since. Bull keeps one line ordered by a number;
 * the number given here is the job's class and its turn, one more than that of the last job of its destination, so that
 * destinations are served in turn, and a newcomer's turn is the one being served.
 */
export function createLineUp(limits: QueueLimits) {
  let places = new Map<string, Place>();
  let rooms = { due: createRoom(limits), later: createRoom(limits) };
  /** Of each class and destination, the priority of its last job. */
  let last = new Map<string, number>();
  /** Of each class, the turn being served when it was last looked at. */
  let served: readonly number[] = [];

  function priorityOf({ retryClass, destination }: Job): number {
    const order = classOrder[retryClass];
    const before = last.get(lineOf(order, destination)) ?? 0;
    return Math.max(before, order * classSpan + (served[order] ?? 1) - 1) + 1;
  }

  function put(id: string, place: Place): void {
    places.set(id, place);
    if (place.kind === 'in-work') return;
    rooms[place.kind].enter(place);
    const line = lineOf(Math.floor(place.priority / classSpan), place.destination);
    last.set(line, Math.max(place.priority, last.get(line) ?? 0));
  }

  function leave(id: string): void {
    const place = places.get(id);
    places.delete(id);
    if (place !== undefined && place.kind !== 'in-work') rooms[place.kind].leave(place);
  }

  return {
    knows: (id: string): boolean => places.has(id),
    isEmpty: (): boolean => places.size === 0,
    hasRoomFor: (destination: string): boolean => rooms.due.isHalfFreeFor(destination),
    waiting: () => ({ due: rooms.due.size(), later: rooms.later.size() }),
    leave,
    /** Gives the job a place and answers its priority; undefined where there is no room. */
    enter(job: Job, kind: 'due' | 'later'): number | undefined {
      if (rooms[kind].isFullFor(job)) return undefined;
      const priority = priorityOf(job);
      put(job.id, { kind, destination: job.destination, priority });
      return priority;
    },
    take(id: string): void {
      leave(id);
      put(id, { kind: 'in-work' });
    },
    /** Replaces everything but the jobs that were on their way when Redis was asked. */
    see(seen: Seen, onTheirWay: Iterable<string>): void {
      const before = places;
      places = new Map();
      rooms = { due: createRoom(limits), later: createRoom(limits) };
      last = new Map();
      served = servedTurns(seen);
      for (const { id, priority } of seen.due) put(id, { kind: 'due', destination: destinationIn(id), priority });
      for (const id of seen.later) {
        const place = before.get(id);
        const priority = place?.kind === 'later' ? place.priority : 0;
        put(id, { kind: 'later', destination: destinationIn(id), priority });
      }
      for (const id of seen.inWork) put(id, { kind: 'in-work' });
      for (const id of onTheirWay) {
        const place = before.get(id);
        if (place !== undefined && !places.has(id)) put(id, place);
      }
    },
  };
}

function servedTurns({ due }: Seen): readonly number[] {
  const turns: number[] = [];
  for (const { priority } of due) {
    const order = Math.floor(priority / classSpan);
    turns[order] = Math.min(turns[order] ?? Number.POSITIVE_INFINITY, priority - order * classSpan);
  }
  return turns;
}

const lineOf = (order: number, destination: string): string => `${order} ${destination}`;

/** Of `kind:email:destination:generation`. */
function destinationIn(id: string): string {
  const [kind = '', email = ''] = id.split(':', 2);
  return id.slice(kind.length + email.length + 2, id.lastIndexOf(':'));
}
