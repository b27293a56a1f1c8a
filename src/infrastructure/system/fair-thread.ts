import type { Transferable } from 'node:worker_threads';
import type { OwnerOf } from '../../application/shared/team-owners.js';
import { type JobClock, type JobTimer, timeJob } from './job-timer.js';
import type { ModestWorker } from './modest-worker.js';

/** What jobs of one kind may take of a processor. */
export interface JobLimits {
  /** Jobs with the same name draw on one budget of their owner. */
  readonly share: string;
  /** A job that uses more of a processor is cut off, see {@link timeJob}. */
  readonly timeoutMs: number;
  /** What an owner may use in each window; Infinity where the work is linear, or bounded elsewhere. */
  readonly budgetMs: number;
}

interface Job<Input, Output> {
  readonly input: Input;
  readonly owner: string;
  readonly limits: JobLimits;
  readonly resolve: (output: Output | undefined) => void;
}

/** What the thread is there for: `start` starts it, and it answers each message with one. */
export interface FairThreadOptions<Input> {
  readonly start: () => ModestWorker;
  readonly limitsOf: (input: Input) => JobLimits;
  /** Whose share a team's job is of; without it each team has one. */
  readonly ownerOf?: OwnerOf | undefined;
  readonly windowMs: number;
  /** What of a job is moved into the thread, and not copied. */
  readonly transfer?: (input: Input) => Transferable[];
  /** A job was cut off. */
  readonly onCutOff: (why: 'took too long' | 'failed', input: Input | undefined) => void;
  /** The system's, where it says nothing else. */
  readonly clock?: Partial<JobClock> | undefined;
}

/**
 * Work on what strangers wrote, which may be made to take long: one job after the other in a worker thread, the owners
 * of teams in turn. A job that takes too long is cut off, and so is one of an owner who has used up its share of the
 * thread.
 */
export class FairThread<Input, Output> {
  /** By owner, in the order of turns: who had its turn goes to the end. */
  readonly #waiting = new Map<string, Job<Input, Output>[]>();
  /** By {@link purseOf}. */
  readonly #used = new Map<string, { readonly sinceMs: number; readonly ms: number }>();
  #current: Job<Input, Output> | undefined;
  #timer: JobTimer | undefined;
  #worker: ModestWorker | undefined;

  constructor(private readonly options: FairThreadOptions<Input>) {}

  /** Never rejects. @returns undefined when it was cut off, or the thread is closed. */
  run(input: Input, teamId: string): Promise<Output | undefined> {
    const owner = this.options.ownerOf?.(teamId) ?? teamId;
    const limits = this.options.limitsOf(input);
    return new Promise((resolve) => {
      const line = this.#waiting.get(owner) ?? [];
      line.push({ input, owner, limits, resolve });
      this.#waiting.set(owner, line);
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#timer?.stop();
    const worker = this.#worker;
    this.#worker = undefined;
    for (const job of [this.#current, ...[...this.#waiting.values()].flat()]) job?.resolve(undefined);
    this.#waiting.clear();
    this.#current = undefined;
    await worker?.terminate();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    const job = this.#takeTurn();
    if (job === undefined) return;
    if (this.#usedBy(purseOf(job)) >= job.limits.budgetMs) {
      job.resolve(undefined);
      this.#toTheEnd(job.owner);
      // In a turn of its own: one owner may have sent many, and each costs a moment of this thread.
      setImmediate(() => this.#next());
      return;
    }
    this.#current = job;
    this.#worker ??= this.#startWorker();
    const clock = { now: () => this.#now(), threadTime: this.options.clock?.threadTime ?? this.#worker.threadTime };
    this.#timer = timeJob(clock, job.limits.timeoutMs, () => this.#cutOff('took too long'));
    this.#worker.postMessage(job.input, this.options.transfer?.(job.input));
  }

  #finish(output: Output | undefined): void {
    this.#timer?.stop();
    const job = this.#current;
    this.#current = undefined;
    if (job !== undefined) {
      this.#noteUse(purseOf(job), this.#timer?.usedMs() ?? 0);
      this.#toTheEnd(job.owner);
    }
    job?.resolve(output);
    this.#next();
  }

  #takeTurn(): Job<Input, Output> | undefined {
    for (const [owner, line] of this.#waiting) {
      const job = line.shift();
      if (line.length === 0) this.#waiting.delete(owner);
      return job;
    }
    return undefined;
  }

  /** Behind those who came while its turn lasted, too. */
  #toTheEnd(owner: string): void {
    const line = this.#waiting.get(owner);
    if (line === undefined) return;
    this.#waiting.delete(owner);
    this.#waiting.set(owner, line);
  }

  #now(): number {
    return this.options.clock?.now?.() ?? performance.now();
  }

  /** Milliseconds of the window that is running. */
  #usedBy(purse: string): number {
    const used = this.#used.get(purse);
    return used === undefined || this.#now() - used.sinceMs > this.options.windowMs ? 0 : used.ms;
  }

  #noteUse(purse: string, ms: number): void {
    const before = this.#usedBy(purse);
    const sinceMs = before === 0 ? this.#now() : (this.#used.get(purse)?.sinceMs ?? this.#now());
    this.#used.set(purse, { sinceMs, ms: before + ms });
    for (const [other] of this.#used) if (this.#usedBy(other) === 0) this.#used.delete(other);
  }

  #cutOff(why: 'took too long' | 'failed'): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker
      ?.removeAllListeners()
      .on('error', () => {})
      .terminate();
    this.options.onCutOff(why, this.#current?.input);
    this.#finish(undefined);
  }

  #startWorker(): ModestWorker {
    const worker = this.options.start();
    // What the worker's file says that it answers.
    worker.on('message', (output: Output) => this.#finish(output));
    worker.on('error', () => this.#cutOff('failed'));
    worker.unref();
    return worker;
  }
}

const purseOf = ({ owner, limits }: Pick<Job<unknown, unknown>, 'owner' | 'limits'>): string =>
  `${limits.share} ${owner}`;
