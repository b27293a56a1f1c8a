import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ReadContent } from '../../../domain/template/check/read-content.js';
import { FairThread } from '../../system/fair-thread.js';
import { startModestWorker } from '../../system/modest-worker.js';
import { workerUrl } from '../../system/worker-url.js';
import type { HtmlContents } from '../edge/html-texts.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import type { ContentAnswer, ContentToRead } from './read-content.worker.js';

/** With the start of the thread. What is usual takes some hundredths of it. */
const timeoutMs = 3_000;
const maxHeapMb = 256;
/** Beyond it in each window, the contents of one owner's teams are not read. */
const share = { budgetMs: 6_000, windowMs: 10_000 };

/** Reads the content of templates in a thread that is cut off where that takes too long or too much memory. */
@Injectable()
export class ContentReading implements HtmlContents, OnModuleDestroy {
  readonly #thread: FairThread<ContentToRead, ContentAnswer>;

  constructor(@Inject(HTTP_OPTIONS) { logger, teamOwners }: Pick<HttpOptions, 'logger' | 'teamOwners'>) {
    this.#thread = new FairThread({
      ...share,
      ownerOf: teamOwners?.known,
      start: () => startModestWorker(workerUrl(import.meta.url, './read-content.worker.js'), { maxHeapMb }),
      timeoutMs,
      onCutOff: (why, job) => logger.warn({ characters: job?.html.length }, `check of a content ${why}`),
    });
  }

  async read(html: string, teamId: string): Promise<ReadContent | undefined> {
    return (await this.#thread.run({ html }, teamId)) ?? undefined;
  }

  onModuleDestroy(): Promise<void> {
    return this.#thread.close();
  }
}
