import { BoundedMap } from '../../application/shared/bounded-map.js';
import { type JobTimer, timeJob } from '../system/job-timer.js';
import { type ModestWorker, startModestWorker } from '../system/modest-worker.js';
import { workerUrl } from '../system/worker-url.js';
import type { Reading } from './read-message.worker.js';

interface Job {
  readonly number: number;
  readonly resolve: (done: DoneReading) => void;
}

export interface DoneReading {
  /** Null when the message has gone, or takes too much to read. */
  readonly reading: Reading;
  /** Milliseconds of processor. */
  readonly usedMs: number;
}

export const unread: DoneReading = { reading: null, usedMs: 0 };

const maxHopeless = 1_000;
/** A machine without a free processor may have been the reason. */
const hopelessForMs = 10 * 60_000;
const maxHeapMb = 128;

/**
 * Reads messages of the catcher's file one after the other in a worker thread. Real ones take milliseconds, hostile
 * ones half a minute: one that uses more than `timeoutMs` of a processor is cut off, and not tried again for a while.
 */
export class MessageReadings {
  readonly #waiting: Job[] = [];
  /** Until when, on the monotonic clock. */
  readonly #hopeless = new BoundedMap<number, number>(maxHopeless);
  #current: Job | undefined;
  #timer: JobTimer | undefined;
  #worker: ModestWorker | undefined;

  constructor(
    private readonly databasePath: string,
    private readonly timeoutMs: number,
    private readonly start = startReading,
  ) {}

  read(number: number): Promise<DoneReading> {
    return new Promise((resolve) => {
      this.#waiting.push({ number, resolve });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#timer?.stop();
    const worker = this.#worker;
    this.#worker = undefined;
    for (const job of [this.#current, ...this.#waiting.splice(0)]) job?.resolve(unread);
    this.#current = undefined;
    await worker?.terminate();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    const job = this.#waiting.shift();
    if (job === undefined) {
      // An idle one keeps no process alive.
      this.#worker?.unref();
      return;
    }
    if ((this.#hopeless.get(job.number) ?? 0) > performance.now()) {
      job.resolve(unread);
      this.#next();
      return;
    }
    this.#current = job;
    if (this.#worker === undefined) this.#startWorker();
    else this.#ask(this.#worker, job);
  }

  #finish(reading: Reading): void {
    const usedMs = this.#timer?.usedMs() ?? 0;
    this.#timer?.stop();
    this.#timer = undefined;
    const job = this.#current;
    this.#current = undefined;
    job?.resolve({ reading, usedMs });
    this.#next();
  }

  /** It takes too long, or too much memory. */
  #cutOff(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker
      ?.removeAllListeners()
      .on('error', () => {})
      .terminate();
    if (this.#current !== undefined) this.#hopeless.set(this.#current.number, performance.now() + hopelessForMs);
    this.#finish(null);
  }

  /** The time of a message begins when the thread is there. */
  #ask(worker: ModestWorker, { number }: Job): void {
    const clock = { now: () => performance.now(), threadTime: worker.threadTime };
    this.#timer = timeJob(clock, this.timeoutMs, () => this.#cutOff());
    worker.ref();
    worker.postMessage(number);
  }

  #startWorker(): void {
    const worker = this.start(this.databasePath);
    worker.on('message', (answer: Reading | 'ready') => {
      if (answer !== 'ready') this.#finish(answer);
      else if (this.#current !== undefined) this.#ask(worker, this.#current);
    });
    worker.on('error', () => this.#cutOff());
    this.#worker = worker;
  }
}

function startReading(databasePath: string): ModestWorker {
  const file = workerUrl(import.meta.url, './read-message.worker.js');
  return startModestWorker(file, { maxHeapMb, workerData: databasePath });
}
