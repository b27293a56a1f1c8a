import type { Job, JobEnd, Place, WorkQueue } from '../../application/ports/work-queue.js';
import { createLanes } from './lanes.js';
import { createLineUse, noLines } from './line-use.js';
import { createRoom, defaultQueueLimits } from './room.js';

/** What a timer of Node can count. */
const longestTimerMs = 2 ** 31 - 1;

/** How often lines without room are looked at: a pause ends, or a receiver takes more, without telling anybody. */
const lookEveryMs = 100;
/** A job that was handed out in vain waits so long. */
const notNowMs = 1_000;

/** The embedded work queue: a line for each destination, served in turn, so that one slow receiver delays nobody else. */
export function createInProcessQueue(
  onFailure: (job: Job, error: unknown) => void,
  limits = defaultQueueLimits,
): WorkQueue {
  let lines = noLines;
  let use = createLineUse(lines, 0);
  let lanes = createLanes(lines, use);
  let looking: NodeJS.Timeout | undefined;
  const known = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let handler: ((job: Job, place: Place) => Promise<JobEnd>) | undefined;
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
    lanes.put(job);
    work();
  }

  function work(): void {
    while (handler !== undefined && use.hasFreePlace()) {
      const job = lanes.take();
      if (job === undefined) break;
      due.leave(job);
      start(job, handler);
    }
    if (lanes.isWaiting() && !stopped) looking ??= setInterval(look, lookEveryMs);
  }

  function look(): void {
    lanes.look();
    work();
    if (lanes.isWaiting()) return;
    clearInterval(looking);
    looking = undefined;
  }

  function start(job: Job, handle: (job: Job, place: Place) => Promise<JobEnd>): void {
    const line = lines.lineOf(job.destination);
    const place = use.enter(line, work);
    const run = handle(job, place)
      .catch((error: unknown) => onFailure(job, error))
      .then((end) => {
        running.delete(run);
        place.leave();
        if (end === 'not-now' && !stopped) again(job);
        else known.delete(job.id);
        lanes.look(line);
        if (place.line() !== line) lanes.look(place.line());
        work();
      });
    running.add(run);
  }

  function again(job: Job): void {
    const next = { ...job, dueAtMs: Date.now() + notNowMs };
    later.enter(next);
    waitForTime(next);
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
    process(concurrency, next, asked = noLines) {
      const before = lanes;
      lines = asked;
      use = createLineUse(lines, concurrency);
      lanes = createLanes(lines, use);
      for (let job = before.take(); job !== undefined; job = before.take()) lanes.put(job);
      handler = next;
      work();
    },
    hasRoomFor: (destination) => !stopped && due.isHalfFreeFor(destination),
    waiting: () => ({ due: due.size(), later: later.size() }),
    async stop() {
      stopped = true;
      handler = undefined;
      clearInterval(looking);
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      await Promise.all(running);
    },
  };
}
