import type Bull from 'bull';
import { takeJobs, waitForJob } from './take-jobs.js';

type Taken = Bull.Job<unknown> | undefined;

interface FreePlace {
  readonly take: (job: Taken) => void;
  readonly fail: (error: unknown) => void;
}

/** One step of Redis holds up all others. */
const mostAtOnce = 100;

/**
 * Finds jobs for all free places of this process with one question at a time.
 *
 * Bull would wait for a job once for each place, all on one connection to Redis. Redis serves those that wait one after
 * the other, also where this process is frozen or its machine is gone: so many jobs would be lost until they are found.
 * So one waits at a time; what it brings, and what else waits by then, is taken in one step for as many as have a
 * place. That step waits for nothing.
 */
export class Taking {
  private places: FreePlace[] = [];
  private isFetching = false;
  /** Also at the start: the queue was not looked at yet. */
  private mayBeMore = true;

  constructor(private readonly bull: Bull.Queue<unknown>) {}

  /** For one place. Undefined when the queue was stopped meanwhile. */
  next(): Promise<Taken> {
    return new Promise((take, fail) => {
      this.places.push({ take, fail });
      if (!this.isFetching) void this.ask();
    });
  }

  private async ask(): Promise<void> {
    this.isFetching = true;
    try {
      while (this.places.length > 0) {
        // One that was waiting when the queue was stopped would go on to take a job.
        if (await this.bull.isPaused(true)) break;
        await this.fill();
      }
      for (const { take } of this.leave()) take(undefined);
    } catch (error) {
      const stopped = await this.bull.isPaused(true);
      for (const { take, fail } of this.leave()) stopped ? take(undefined) : fail(error);
    } finally {
      this.isFetching = false;
    }
  }

  private async fill(): Promise<void> {
    const brought = this.mayBeMore ? undefined : await waitForJob(this.bull);
    if (brought === null) return;
    const count = Math.min(this.places.length, mostAtOnce);
    const jobs = await takeJobs(this.bull, count, brought);
    this.mayBeMore = jobs.length === count;
    for (const job of jobs) this.places.shift()?.take(job);
  }

  private leave(): readonly FreePlace[] {
    const { places } = this;
    this.places = [];
    return places;
  }
}
