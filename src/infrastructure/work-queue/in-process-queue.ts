import {
  type Job,
  type JobHandler,
  newsMs,
  type Offer,
  type Receivers,
  type WorkQueue,
} from '../../application/ports/work-queue.js';
import { FairQueue } from './fair-queue.js';
import { oneReceiver, ReceiverUse } from './receiver-use.js';
import { defaultQueueLimits, Room } from './room.js';

/** What a timer of Node can count. */
const longestTimerMs = 2 ** 31 - 1;
/** How often lines without room are looked at: a pause ends, or a receiver takes more, without notice. */
const lookEveryMs = 100;
/** A job that was handed out in vain waits so long. */
const notNowMs = 1_000;

/** What tells of a job later than others is a moment behind them. */
const mostRemembered = 10_000;

/** The embedded work queue: lines are served in turn, so that one slow receiver delays no other. */
export class InProcessQueue implements WorkQueue {
  private receivers = oneReceiver;
  private use = new ReceiverUse(oneReceiver, 0);
  private queue = new FairQueue(oneReceiver, this.use);
  private looking: NodeJS.Timeout | undefined;
  private readonly known = new Set<string>();
  /** By id, the oldest first. */
  private readonly queuedAtMs = new Map<string, number>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private handler: JobHandler | undefined;
  private readonly due: Room;
  private readonly later: Room;
  private stopped = false;

  constructor(
    private readonly onFailure: (job: Job, error: unknown) => void,
    limits = defaultQueueLimits,
  ) {
    this.due = new Room(limits);
    this.later = new Room(limits);
  }

  async offer(jobs: readonly Job[], as: 'news' | 'again'): Promise<readonly Offer[]> {
    this.forget();
    return jobs.map((job) => this.offerOne(job, as));
  }

  process(concurrency: number, handler: JobHandler, receivers: Receivers = oneReceiver): void {
    const before = this.queue;
    this.receivers = receivers;
    this.use = new ReceiverUse(receivers, concurrency);
    this.queue = new FairQueue(receivers, this.use);
    for (let job = before.take(); job !== undefined; job = before.take()) this.queue.put(job);
    this.handler = handler;
    this.work();
  }

  hasRoomFor(line: string): boolean {
    return !this.stopped && this.due.isHalfFreeFor(line);
  }

  waiting(): { readonly due: number; readonly later: number } {
    return { due: this.due.size, later: this.later.size };
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.handler = undefined;
    clearInterval(this.looking);
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    await Promise.all(this.running);
  }

  private offerOne(job: Job, as: 'news' | 'again'): Offer {
    if (this.stopped) return 'full';
    if (this.known.has(job.id) || (as === 'news' && this.queuedAtMs.has(job.id))) return 'known';
    const isDue = job.dueAtMs <= Date.now();
    const room = isDue ? this.due : this.later;
    if (room.isFullFor(job.line)) return 'full';
    this.known.add(job.id);
    this.queuedAtMs.delete(job.id);
    this.queuedAtMs.set(job.id, Date.now());
    room.enter(job.line);
    if (isDue) this.enqueue(job);
    else this.waitForTime(job);
    return 'queued';
  }

  private forget(): void {
    for (const [id, atMs] of this.queuedAtMs) {
      if (atMs + newsMs > Date.now() && this.queuedAtMs.size <= mostRemembered) return;
      this.queuedAtMs.delete(id);
    }
  }

  /** A timer may end a moment before its time by the clock: a job handed out then would find nothing due. */
  private waitForTime(job: Job): void {
    const waitMs = job.dueAtMs - Date.now();
    if (waitMs > 0) {
      const timer = setTimeout(() => this.waitForTime(job), Math.min(waitMs, longestTimerMs));
      this.timers.set(job.id, timer);
      return;
    }
    this.timers.delete(job.id);
    this.later.leave(job.line);
    // It was promised a place when it was offered, so it gets one.
    this.due.enter(job.line);
    this.enqueue(job);
  }

  private enqueue(job: Job): void {
    this.queue.put(job);
    this.work();
  }

  private work(): void {
    while (this.handler !== undefined && this.use.hasFreePlace()) {
      const job = this.queue.take();
      if (job === undefined) break;
      this.due.leave(job.line);
      this.start(job, this.handler);
    }
    if (this.queue.isWaiting && !this.stopped) this.looking ??= setInterval(() => this.look(), lookEveryMs);
  }

  private look(): void {
    this.queue.look();
    this.work();
    if (this.queue.isWaiting) return;
    clearInterval(this.looking);
    this.looking = undefined;
  }

  private start(job: Job, handle: JobHandler): void {
    const receiver = this.receivers.receiverOf(job.line);
    const place = this.use.enter(receiver, () => this.work());
    const run = handle(job, place)
      .catch((error: unknown) => {
        this.queuedAtMs.delete(job.id);
        this.onFailure(job, error);
      })
      .then((end) => {
        this.running.delete(run);
        place.leave();
        if (end === 'not-now' && !this.stopped) this.again(job);
        else this.known.delete(job.id);
        this.queue.look(receiver);
        if (place.countsFor !== receiver) this.queue.look(place.countsFor);
        this.work();
      });
    this.running.add(run);
  }

  private again(job: Job): void {
    const next = { ...job, dueAtMs: Date.now() + notNowMs };
    this.later.enter(next.line);
    this.waitForTime(next);
  }
}
