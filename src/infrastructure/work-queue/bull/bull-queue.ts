import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Job, JobHandler, Offer, Place, Receivers, WorkQueue } from '../../../application/ports/work-queue.js';
import type { RedisConnection } from '../../redis/redis-connection.js';
import { oneReceiver, ReceiverUse } from '../receiver-use.js';
import { defaultQueueLimits, type QueueLimits } from '../room.js';
import { LineUp, type Seen } from './line-up.js';
import { type BullTimings, defaultBullTimings, openBull, type OpenedBull } from './open-bull.js';
import { forgetJob, type JobInLine, mostAtOnce, putJobs } from './put-jobs.js';
import { parseJobHint } from './take-jobs.js';
import type { Queue } from 'bull';
import { z } from 'zod';
import { redisScript } from '../../redis/script.js';

export interface BullQueueOptions {
  readonly redis: RedisConnection;
  /** Processes that use one name share the jobs: a queue for each region, say. */
  readonly name: string;
  readonly onFailure: (job: Job, error: unknown) => void;
  readonly limits?: QueueLimits;
  readonly timings?: Partial<BullTimings>;
}

/** What clocks may differ by: a job that is handed out early by our clock waits so long at most. */
const longestEarlyMs = 5_000;
/** Share of the time that looks at a long queue take: ten thousand jobs once a second. */
const jobsReadPerMs = 10;
/** A job whose receiver had no room comes again after about so long. */
const notNowMs = 1_000;

/**
 * The work queue of many processes, on Bull. It holds hints: Redis may be away, be emptied or hand out a job twice.
 * While it is away every offer is answered `full` at once, and `waiting` says that there is no room.
 */
export class BullQueue implements WorkQueue {
  private readonly redis: RedisConnection;
  private readonly limits: QueueLimits;
  private readonly timings: BullTimings;
  private readonly opened: OpenedBull;
  private readonly lineUp: LineUp;
  private readonly running = new Map<string, Promise<void>>();
  /** What Redis may not have shown yet: offered, and whether it was acknowledged. */
  private readonly onTheirWay = new Map<string, 'sent' | 'acknowledged'>();
  /** Jobs that are offered again in a moment. */
  private readonly aside = new Set<NodeJS.Timeout>();
  private isInView = false;
  private lookedAtMs = 0;
  private looking: Promise<void> | undefined;
  private stopped = false;
  private readonly lookTimer: NodeJS.Timeout;

  /** Resolves with the first look into Redis, or where it cannot be had. */
  static async open(options: BullQueueOptions): Promise<BullQueue> {
    const queue = new BullQueue(options);
    await queue.lookOnce();
    return queue;
  }

  private constructor(private readonly options: BullQueueOptions) {
    this.redis = options.redis;
    this.limits = options.limits ?? defaultQueueLimits;
    this.timings = { ...defaultBullTimings, ...options.timings };
    this.lineUp = new LineUp(this.limits);
    this.opened = openBull(options.redis, options.name, this.timings);
    this.lookTimer = setInterval(() => {
      if (!this.redis.isUp()) this.isInView = false;
      else if (!this.isInView || this.isWorthALook()) void this.lookOnce();
    }, this.timings.lookEveryMs);
  }

  async offer(jobs: readonly Job[], as: 'news' | 'again'): Promise<readonly Offer[]> {
    const answers = jobs.map((): Offer => 'full');
    if (this.stopped || !this.redis.isUp() || !this.isInView) return answers;
    const entered: (JobInLine & { readonly index: number })[] = [];
    for (const [index, job] of jobs.entries()) {
      if (this.running.has(job.id) || this.lineUp.knows(job.id)) {
        answers[index] = 'known';
        continue;
      }
      const priority = this.lineUp.enter(job, job.dueAtMs <= Date.now() ? 'due' : 'later');
      if (priority !== undefined) entered.push({ job, priority, index });
    }
    const parts = Array.from({ length: Math.ceil(entered.length / mostAtOnce) }, (_, part) =>
      entered.slice(part * mostAtOnce, (part + 1) * mostAtOnce),
    );
    // All on their way at once, in their order: Redis may be far.
    const put = await Promise.all(parts.map((part) => this.put(part, as)));
    for (const [at, offer] of put.flat().entries()) answers[entered[at]?.index ?? 0] = offer;
    return answers;
  }

  process(concurrency: number, handler: JobHandler, receivers: Receivers = oneReceiver): void {
    const use = new ReceiverUse(receivers, concurrency);
    const take = async ({ data }: { readonly data: unknown }): Promise<void> => {
      const job = parseJobHint(data);
      // One that is in work here comes a second time after an outage that was longer than the lock.
      if (job === undefined || this.running.has(job.id)) return;
      if (this.stopped) {
        this.forget(job);
        return;
      }
      this.lineUp.take(job.id);
      const receiver = receivers.receiverOf(job.line);
      if (use.roomIn(receiver) <= 0) {
        this.offerAgain(job);
        return;
      }
      // Bull fills the place of a job that it takes for done. Where it is handed out again meanwhile, it is found
      // running.
      await new Promise<void>((resolve) => {
        const place = use.enter(receiver, resolve);
        const run = this.work(job, place, handler).finally(() => place.leave());
        this.running.set(job.id, run);
        void run.then(resolve);
      });
    };
    // Ends with the queue; an outage only makes it wait.
    this.opened.bull.process(concurrency, take).catch(() => undefined);
  }

  hasRoomFor(line: string): boolean {
    return this.redis.isUp() && this.isInView && this.lineUp.hasRoomFor(line);
  }

  waiting(): { readonly due: number; readonly later: number } {
    const { total } = this.limits;
    return this.redis.isUp() && this.isInView ? this.lineUp.waiting() : { due: total, later: total };
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.lookTimer);
    for (const timer of this.aside) clearTimeout(timer);
    const { bull, close } = this.opened;
    const paused = bull.pause(true, true).catch(() => undefined);
    await Promise.all(this.running.values());
    // Bull takes note of an ended job behind us on the same connection: with this answer it has.
    const noted = async () => {
      await setImmediate();
      await bull.client.ping();
    };
    await this.redis.ask(noted, this.timings.answerTimeoutMs).catch(() => undefined);
    await paused;
    await close();
  }

  /** Something waits or is in work; a long line is read less often. */
  private isWorthALook(): boolean {
    const { size } = this.lineUp;
    return performance.now() - this.lookedAtMs >= size / jobsReadPerMs && (size > 0 || this.onTheirWay.size > 0);
  }

  private async look(): Promise<void> {
    this.lookedAtMs = performance.now();
    const acknowledged = [...this.onTheirWay].filter(([, state]) => state === 'acknowledged').map(([id]) => id);
    const seen = await this.redis.ask(() => lookInto(this.opened.bull), this.timings.answerTimeoutMs);
    for (const id of acknowledged) this.onTheirWay.delete(id);
    this.lineUp.see(seen, this.onTheirWay.keys());
    this.isInView = true;
  }

  private lookOnce(): Promise<void> {
    this.looking ??= this.look()
      .catch(() => {
        this.isInView = false;
      })
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  private async put(entered: readonly JobInLine[], as: 'news' | 'again'): Promise<readonly Offer[]> {
    for (const { job } of entered) this.onTheirWay.set(job.id, 'sent');
    const ask = () => putJobs(this.opened.bull, entered, as === 'news');
    const put = await this.redis.ask(ask, this.timings.answerTimeoutMs).catch(() => undefined);
    return entered.map(({ job: { id } }, index) => {
      if (put?.[index] === true) {
        if (this.onTheirWay.has(id)) this.onTheirWay.set(id, 'acknowledged');
        return 'queued';
      }
      // What Redis holds of it the next look shows.
      this.lineUp.leave(id);
      this.onTheirWay.delete(id);
      return put === undefined ? 'full' : 'known';
    });
  }

  /** The job may be offered again once it is found due. */
  private forget({ id }: Job): void {
    const forget = () => forgetJob(this.opened.bull, id);
    this.redis.ask(forget, this.timings.answerTimeoutMs).catch(() => undefined);
  }

  /** Bull holds no job for us: one that may not start is offered again, spread out, so that a crowd is none. */
  private offerAgain(job: Job, triesLeft = 5): void {
    const timer = setTimeout(
      () => {
        this.aside.delete(timer);
        void this.offer([job], 'again').then(([answer]) => {
          // Bull may not have let go of it yet.
          if (answer === 'known' && triesLeft > 0 && !this.stopped) this.offerAgain(job, triesLeft - 1);
        });
      },
      notNowMs * (0.5 + Math.random()),
    );
    this.aside.add(timer);
  }

  private async work(job: Job, place: Place, handler: JobHandler): Promise<void> {
    const earlyMs = job.dueAtMs - Date.now();
    if (earlyMs > 0) await sleep(Math.min(earlyMs, longestEarlyMs));
    try {
      if ((await handler(job, place)) === 'not-now' && !this.stopped) this.offerAgain(job);
    } catch (error) {
      this.forget(job);
      this.options.onFailure(job, error);
    } finally {
      // It stays in the line-up until a look shows that Bull has let go of it: before, an offer of it would be lost.
      this.running.delete(job.id);
    }
  }
}

const look = redisScript(`
return {
  redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES'),
  redis.call('ZRANGE', KEYS[2], 0, -1),
  redis.call('LRANGE', KEYS[3], 0, -1),
}
`);

const ids = z.array(z.string());
const looked = z.tuple([ids, ids, ids]);

/** Everything that a Bull queue holds, at one moment. */
async function lookInto(bull: Queue): Promise<Seen> {
  const keys = ['priority', 'delayed', 'active'].map((name) => bull.toKey(name));
  const [due, later, inWork] = looked.parse(await look(bull.client, keys, []));
  return { due: pairsOf(due), later, inWork };
}

function pairsOf(idsAndScores: readonly string[]): Seen['due'] {
  const pairs: { id: string; priority: number }[] = [];
  for (let index = 0; index + 1 < idsAndScores.length; index += 2) {
    pairs.push({ id: idsAndScores[index] ?? '', priority: Number(idsAndScores[index + 1]) });
  }
  return pairs;
}
