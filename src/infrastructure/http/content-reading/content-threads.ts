import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { FairThread, type JobLimits } from '../../system/fair-thread.js';
import type { JobClock } from '../../system/job-timer.js';
import { startModestWorker } from '../../system/modest-worker.js';
import { workerUrl } from '../../system/worker-url.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import type { ContentAnswer, ContentAnswers, ContentJob, ContentUse } from './content.worker.js';

/** Up to here the worst document takes a tenth of a second to convert. Characters. */
const shortCharacters = 64 * 1024;
const windowMs = 10_000;
export const linearTimeoutMs = 1_000;
const linear = { name: 'html conversion', share: 'linear', timeoutMs: linearTimeoutMs, budgetMs: Infinity };
/**
 * What a job, and in each window the jobs of one owner's teams, may take, and how the log names it. The first job of a
 * thread also loads what it needs; what is usual takes some hundredths of its time.
 */
const limits: Readonly<Record<ContentUse, JobLimits & { readonly name: string }>> = {
  text: { name: 'html conversion', share: 'text', timeoutMs: 1_000, budgetMs: 3_000 },
  stripped: linear,
  places: linear,
  head: linear,
  shown: { name: 'rendering of html', share: 'shown', timeoutMs: 1_000, budgetMs: 3_000 },
  facts: { name: 'reading of html', share: 'facts', timeoutMs: 1_000, budgetMs: 3_000 },
  content: { name: 'check of a content', share: 'content', timeoutMs: 3_000, budgetMs: 6_000 },
};

interface ContentThreadsOptions extends Pick<HttpOptions, 'logger' | 'teamOwners'> {
  readonly clock?: Partial<JobClock>;
}

/**
 * Reads html that strangers wrote in threads that are cut off where that takes too long or too much memory: one for
 * what sending short emails waits for, and one for everything else.
 */
@Injectable()
export class ContentThreads implements OnModuleDestroy {
  readonly #sending: FairThread<ContentJob, ContentAnswer>;
  readonly #other: FairThread<ContentJob, ContentAnswer>;

  constructor(@Inject(HTTP_OPTIONS) { logger, teamOwners, clock }: ContentThreadsOptions) {
    const open = (maxHeapMb: number) =>
      new FairThread<ContentJob, ContentAnswer>({
        start: () => startModestWorker(workerUrl(import.meta.url, './content.worker.js'), { maxHeapMb }),
        limitsOf: ({ as }) => limits[as],
        ownerOf: teamOwners?.known,
        windowMs,
        onCutOff: (why, job) =>
          logger.warn({ characters: job?.html.length ?? 0 }, `${limits[job?.as ?? 'text'].name} ${why}`),
        clock,
      });
    this.#sending = open(128);
    this.#other = open(256);
  }

  /** Never rejects. @returns undefined where it was cut off, or cannot be read. */
  async run<Use extends ContentUse>(
    as: Use,
    job: Omit<ContentJob, 'as'>,
    teamId: string,
  ): Promise<ContentAnswers[Use] | undefined> {
    const isForSending = limits[as] === linear || as === 'text';
    const thread = isForSending && job.html.length <= shortCharacters ? this.#sending : this.#other;
    // The thread answers what it was asked.
    return ((await thread.run({ ...job, as }, teamId)) ?? undefined) as ContentAnswers[Use] | undefined;
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.#sending.close(), this.#other.close()]);
  }
}
