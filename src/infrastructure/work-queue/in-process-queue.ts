import type { RetryClass } from '../../domain/shared/accepted-email.js';
import type { Job, WorkQueue } from '../../application/ports/work-queue.js';
import { createRoom, defaultQueueLimits } from './room.js';

/** What a timer of Node can count. */
const longestTimerMs = 2 ** 31 - 1;

type Lane = Readonly<Record<RetryClass, Job[]>>;
const classOrder: readonly RetryClass[] = ['transactional', 'standard', 'bulk'];

/** The embedded work queue: a line for each destination, served in turn, so that one slow receiver delays nobody else. */
export function createInProcessQueue(
  onFailure: (job: Job, error: unknown) => void,
  limits = defaultQueueLimits,
): WorkQueue {
  const lanes = new Map<string, Lane>();
  const known = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let handler: ((job: Job) => Promise<void>) | undefined;
  let concurrency = 0;
  const due = createRoom(limits);
  const later = createRoom(limits);
  let stopped = false;

  /** A timer may end a moment before its time by the clock: a job handed out then would find nobody due. */
  function waitForTime(job: Job): void {
    const waitMs = job.dueAtMs - Date.now();
    if (waitMs > 0) {
      timers.set(job.id, setTimeout(waitForTime, Math.min(waitMs, longestTimerMs), job));
      return;
    }
    timers.delete(job.id);
    later.leave(job);
    // It was promised a place when it was offered, so it gets one.
    due.enter(job);
    enqueue(job);
  }

  function enqueue(job: Job): void {
    let lane = lanes.get(job.destination);
    if (lane === undefined) {
      lane = { transactional: [], standard: [], bulk: [] };
      lanes.set(job.destination, lane);
    }
    lane[job.retryClass].push(job);
    work();
  }

  /** Takes a job of the destination whose turn it is, and puts that destination at the end of the round. */
  function take(): Job | undefined {
    for (const [destination, lane] of lanes) {
      const job = classOrder
        .map((name) => lane[name])
        .find(({ length }) => length > 0)
        ?.shift();
      lanes.delete(destination);
      if (job === undefined) continue;
      if (classOrder.some((name) => lane[name].length > 0)) lanes.set(destination, lane);
      due.leave(job);
      return job;
    }
    return undefined;
  }

  function work(): void {
    while (handler !== undefined && running.size < concurrency) {
      const job = take();
      if (job === undefined) return;
      const run = handler(job)
        .catch((error: unknown) => onFailure(job, error))
        .finally(() => {
          known.delete(job.id);
          running.delete(run);
          work();
        });
      running.add(run);
    }
  }

  return {
    async offer(job) {
      if (stopped) return 'full';
      if (known.has(job.id)) return 'known';
      const isDue = job.dueAtMs <= Date.now();
      const room = isDue ? due : later;
      if (room.isFullFor(job)) return 'full';
      known.add(job.id);
      room.enter(job);
      if (isDue) enqueue(job);
      else waitForTime(job);
      return 'queued';
    },
    process(limit, next) {
      concurrency = limit;
      handler = next;
      work();
    },
    waiting: () => ({ due: due.size(), later: later.size() }),
    async stop() {
      stopped = true;
      handler = undefined;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      await Promise.all(running);
    },
  };
}
