import type { RetryClass } from '../../domain/shared/accepted-email.js';
import type { Job, Lines } from '../../application/ports/work-queue.js';
import type { LineUse } from './line-use.js';

type Lane = Readonly<Record<RetryClass, Job[]>>;
const classOrder: readonly RetryClass[] = ['transactional', 'standard', 'bulk'];

/** A line of jobs for each destination, served in turn. Those whose line has no room stand aside until it has. */
export interface Lanes {
  put(job: Job): void;
  /** Of the destination whose turn it is; undefined: nothing that may be started. */
  take(): Job | undefined;
  /** This line may have room again; without one: any may. */
  look(line?: string): void;
  /** Some stand aside. */
  isWaiting(): boolean;
}

export function createLanes(lines: Lines, use: LineUse): Lanes {
  const lanes = new Map<string, Lane>();
  /** By line and destination. */
  const aside = new Map<string, Map<string, Lane>>();
  const asideIn = new Map<string, string>();

  function setAside(destination: string, lane: Lane, line: string): void {
    const others = aside.get(line) ?? new Map<string, Lane>();
    aside.set(line, others.set(destination, lane));
    asideIn.set(destination, line);
  }

  /** As many as have room, in the order in which they came. */
  function bringBack(line: string): void {
    const waiting = aside.get(line);
    if (waiting === undefined) return;
    let room = use.roomIn(line);
    for (const [destination, lane] of waiting) {
      // Of another line by now: whoever found that out says so with its end.
      if (room <= 0 && lines.lineOf(destination) === line) break;
      waiting.delete(destination);
      asideIn.delete(destination);
      lanes.set(destination, lane);
      room -= 1;
    }
    if (waiting.size === 0) aside.delete(line);
  }

  return {
    put(job) {
      const line = asideIn.get(job.destination);
      const known = line === undefined ? lanes.get(job.destination) : aside.get(line)?.get(job.destination);
      const lane = known ?? { transactional: [], standard: [], bulk: [] };
      lane[job.retryClass].push(job);
      if (known === undefined) lanes.set(job.destination, lane);
    },
    take() {
      for (const [destination, lane] of lanes) {
        lanes.delete(destination);
        const line = lines.lineOf(destination);
        if (use.roomIn(line) <= 0) {
          setAside(destination, lane, line);
          continue;
        }
        const queued = classOrder.map((name) => lane[name]).find(({ length }) => length > 0);
        const job = queued?.shift();
        if (job === undefined) continue;
        if (classOrder.some((name) => lane[name].length > 0)) lanes.set(destination, lane);
        return job;
      }
      return undefined;
    },
    look(line) {
      if (line !== undefined) bringBack(line);
      else for (const each of [...aside.keys()]) bringBack(each);
    },
    isWaiting: () => aside.size > 0,
  };
}
