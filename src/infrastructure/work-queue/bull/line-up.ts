import type { RetryClass } from '../../../domain/shared/accepted-email.js';
import type { Job } from '../../../application/ports/work-queue.js';
import { type QueueLimits, Room } from '../room.js';

/** What Redis holds at one moment, by job id. */
export interface Seen {
  readonly due: readonly { readonly id: string; readonly priority: number }[];
  readonly later: readonly string[];
  readonly inWork: readonly string[];
}

type Spot =
  | { readonly kind: 'due' | 'later'; readonly line: string; readonly priority: number }
  | { readonly kind: 'in-work' };

/** Lower classes first; within a class by turn. All sums stay exact below 2^53. */
const classSpan = 2 ** 40;
const classOrder: Readonly<Record<RetryClass, number>> = { transactional: 0, standard: 1, bulk: 2, strangers: 3 };

/**
 * What waits in Bull as one process last saw it, with what it has offered since. Bull keeps one list ordered by a
 * number; the number given here is the job's class and its turn, one more than that of the last job of its line, so
 * that lines are served in turn, and a newcomer's turn is the one being served.
 */
export class LineUp {
  private spots = new Map<string, Spot>();
  private rooms: { readonly due: Room; readonly later: Room };
  /** Priority of the last job, by class and line. */
  private last = new Map<string, number>();
  /** The turn that was being served at the last look, by class. */
  private served: readonly number[] = [];

  constructor(private readonly limits: QueueLimits) {
    this.rooms = { due: new Room(limits), later: new Room(limits) };
  }

  /** Jobs that wait or are in work. */
  get size(): number {
    return this.spots.size;
  }

  knows(id: string): boolean {
    return this.spots.has(id);
  }

  hasRoomFor(line: string): boolean {
    return this.rooms.due.isHalfFreeFor(line);
  }

  waiting(): { readonly due: number; readonly later: number } {
    return { due: this.rooms.due.size, later: this.rooms.later.size };
  }

  /** Gives the job a spot and answers its priority; undefined where there is no room. */
  enter(job: Job, kind: 'due' | 'later'): number | undefined {
    if (this.rooms[kind].isFullFor(job.line)) return undefined;
    const priority = this.priorityOf(job);
    this.put(job.id, { kind, line: job.line, priority });
    return priority;
  }

  leave(id: string): void {
    const spot = this.spots.get(id);
    this.spots.delete(id);
    if (spot !== undefined && spot.kind !== 'in-work') this.rooms[spot.kind].leave(spot.line);
  }

  take(id: string): void {
    this.leave(id);
    this.put(id, { kind: 'in-work' });
  }

  /** Replaces everything but the jobs that were on their way when Redis was asked. */
  see(seen: Seen, onTheirWay: Iterable<string>): void {
    const before = this.spots;
    this.spots = new Map();
    this.rooms = { due: new Room(this.limits), later: new Room(this.limits) };
    this.last = new Map();
    this.served = servedTurns(seen);
    for (const { id, priority } of seen.due) this.put(id, { kind: 'due', line: lineIn(id), priority });
    for (const id of seen.later) {
      const spot = before.get(id);
      const priority = spot?.kind === 'later' ? spot.priority : 0;
      this.put(id, { kind: 'later', line: lineIn(id), priority });
    }
    for (const id of seen.inWork) this.put(id, { kind: 'in-work' });
    for (const id of onTheirWay) {
      const spot = before.get(id);
      if (spot !== undefined && !this.spots.has(id)) this.put(id, spot);
    }
  }

  private priorityOf(job: Job): number {
    const order = classOrder[job.class];
    const before = this.last.get(classAndLine(order, job.line)) ?? 0;
    return Math.max(before, order * classSpan + (this.served[order] ?? 1) - 1) + 1;
  }

  private put(id: string, spot: Spot): void {
    this.spots.set(id, spot);
    if (spot.kind === 'in-work') return;
    this.rooms[spot.kind].enter(spot.line);
    const key = classAndLine(Math.floor(spot.priority / classSpan), spot.line);
    this.last.set(key, Math.max(spot.priority, this.last.get(key) ?? 0));
  }
}

function servedTurns({ due }: Seen): readonly number[] {
  const turns: number[] = [];
  for (const { priority } of due) {
    const order = Math.floor(priority / classSpan);
    turns[order] = Math.min(turns[order] ?? Number.POSITIVE_INFINITY, priority - order * classSpan);
  }
  return turns;
}

const classAndLine = (order: number, line: string): string => `${order} ${line}`;

/** The line in `kind:subject:line:generation`. */
function lineIn(id: string): string {
  const [kind = '', subject = ''] = id.split(':', 2);
  return id.slice(kind.length + subject.length + 2, id.lastIndexOf(':'));
}
