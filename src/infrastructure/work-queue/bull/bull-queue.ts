import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Job, JobEnd, Offer, Place, WorkQueue } from '../../../application/ports/work-queue.js';
import type { RedisConnection } from '../../redis/redis-connection.js';
import { createLineUse, noLines } from '../line-use.js';
import { defaultQueueLimits, type QueueLimits } from '../room.js';
import { dropLeftover } from './drop-leftover.js';
import { parseJobHint } from './job-hint.js';
import { createLineUp } from './line-up.js';
import { lookInto } from './look-into.js';
import { defaultBullTimings, openBull, type BullTimings } from './open-bull.js';

export interface BullQueueOptions {
  readonly redis: RedisConnection;
  /** Those who use one name share the jobs: a queue for each region, say. */
  readonly name: string;
  readonly onFailure: (job: Job, error: unknown) => void;
  readonly limits?: QueueLimits;
  readonly timings?: Partial<BullTimings>;
}

/** What clocks may differ by: a job that is handed out early by our clock waits so long at most. */
const longestEarlyMs = 5_000;
/** A job whose line had no room comes again after about so long. */
const notNowMs = 1_000;

/**
 * The work queue of many processes, on Bull. It holds hints: Redis may be away, be emptied or hand out a job twice. While
 * it is away every offer is answered `full` at once, and `waiting` says that there is no room.
 */
export async function createBullQueue(options: BullQueueOptions): Promise<WorkQueue> {
  const { redis, onFailure, limits = defaultQueueLimits } = options;
  const timings = { ...defaultBullTimings, ...options.timings };
  const { bull, close } = openBull(redis, options.name, timings);
  const lineUp = createLineUp(limits);
  const running = new Map<string, Promise<void>>();
  /** What Redis may not have shown yet: offered, and whether it was acknowledged. */
  const onTheirWay = new Map<string, 'sent' | 'acknowledged'>();
  /** Jobs that are offered again in a moment. */
  const aside = new Set<NodeJS.Timeout>();
  let isInView = false;
  let looking: Promise<void> | undefined;
  let stopped = false;

  async function look(): Promise<void> {
    const acknowledged = [...onTheirWay].filter(([, state]) => state === 'acknowledged').map(([id]) => id);
    const seen = await redis.ask(() => lookInto(bull), timings.answerTimeoutMs);
    for (const id of acknowledged) onTheirWay.delete(id);
    lineUp.see(seen, onTheirWay.keys());
    isInView = true;
  }

  function lookOnce(): Promise<void> {
    looking ??= look()
      .catch(() => {
        isInView = false;
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  const lookTimer = setInterval(() => {
    if (!redis.isUp()) isInView = false;
    else if (!isInView || !lineUp.isEmpty() || onTheirWay.size > 0) void lookOnce();
  }, timings.lookEveryMs);

  function forget(id: string): void {
    lineUp.leave(id);
    onTheirWay.delete(id);
  }

  async function add(job: Job, priority: number): Promise<void> {
    const delay = Math.max(0, job.dueAtMs - Date.now());
    const once = { attempts: 1, removeOnComplete: true, removeOnFail: true };
    const put = () => bull.add(job, { jobId: job.id, priority, delay, ...once });
    // Asked first, on the same connection: what comes behind it changes nothing of the answer.
    const [known] = await Promise.all([bull.client.exists(bull.toKey(job.id)), put()]);
    if (known === 1 && (await dropLeftover(bull, job.id))) await put();
  }

  /** Bull holds no job for us: one that may not start is offered again, spread out, so that a crowd is none. */
  function offerAgain(job: Job, triesLeft = 5): void {
    const timer = setTimeout(
      () => {
        aside.delete(timer);
        void offer(job).then((answer) => {
          // Bull may not have let go of it yet.
          if (answer === 'known' && triesLeft > 0 && !stopped) offerAgain(job, triesLeft - 1);
        });
      },
      notNowMs * (0.5 + Math.random()),
    );
    aside.add(timer);
  }

  async function offer(job: Job): Promise<Offer> {
    if (stopped || !redis.isUp() || !isInView) return 'full';
    if (running.has(job.id) || lineUp.knows(job.id)) return 'known';
    const priority = lineUp.enter(job, job.dueAtMs <= Date.now() ? 'due' : 'later');
    if (priority === undefined) return 'full';
    onTheirWay.set(job.id, 'sent');
    try {
      await redis.ask(() => add(job, priority), timings.answerTimeoutMs);
      if (onTheirWay.has(job.id)) onTheirWay.set(job.id, 'acknowledged');
      return 'queued';
    } catch {
      forget(job.id);
      return 'full';
    }
  }

  async function work(job: Job, place: Place, handler: (job: Job, place: Place) => Promise<JobEnd>): Promise<void> {
    const earlyMs = job.dueAtMs - Date.now();
    if (earlyMs > 0) await sleep(Math.min(earlyMs, longestEarlyMs));
    try {
      if ((await handler(job, place)) === 'not-now' && !stopped) offerAgain(job);
    } catch (error) {
      onFailure(job, error);
    } finally {
      // It stays in the line-up until a look shows that Bull has let go of it: before, an offer of it would be lost.
      running.delete(job.id);
    }
  }

  await lookOnce();
  return {
    offer,
    process(concurrency, handler, lines = noLines) {
      const use = createLineUse(lines, concurrency);
      const take = async ({ data }: { readonly data: unknown }): Promise<void> => {
        const job = parseJobHint(data);
        // One that is in work here comes a second time after an outage that was longer than the lock.
        if (job === undefined || stopped || running.has(job.id)) return;
        lineUp.take(job.id);
        const line = lines.lineOf(job.destination);
        if (use.roomIn(line) <= 0) {
          offerAgain(job);
          return;
        }
        // Bull fills the place of a job that it takes for done. Whoever hands it out again meanwhile finds it running.
        await new Promise<void>((resolve) => {
          const place = use.enter(line, resolve);
          const run = work(job, place, handler).finally(place.leave);
          running.set(job.id, run);
          void run.then(resolve);
        });
      };
      // Ends with the queue; an outage only makes it wait.
      bull.process(concurrency, take).catch(() => undefined);
    },
    hasRoomFor: (destination) => redis.isUp() && isInView && lineUp.hasRoomFor(destination),
    waiting: () => (redis.isUp() && isInView ? lineUp.waiting() : { due: limits.total, later: limits.total }),
    async stop() {
      stopped = true;
      clearInterval(lookTimer);
      for (const timer of aside) clearTimeout(timer);
      const paused = bull.pause(true, true).catch(() => undefined);
      await Promise.all(running.values());
      // Bull takes note of an ended job behind us on the same connection: with this answer it has.
      const noted = async () => {
        await setImmediate();
        await bull.client.ping();
      };
      await redis.ask(noted, timings.answerTimeoutMs).catch(() => undefined);
      await paused;
      await close();
    },
  };
}
