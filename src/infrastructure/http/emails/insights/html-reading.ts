import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { HtmlReader } from '../../../../application/ports/html-reader.js';
import { FairThread } from '../../../system/fair-thread.js';
import { startModestWorker } from '../../../system/modest-worker.js';
import { workerUrl } from '../../../system/worker-url.js';
import { HTTP_OPTIONS, type HttpOptions } from '../../edge/http-options.js';
import type { HtmlAnswer, HtmlToRead } from './read-html.worker.js';

/** A larger html is cut off here: what is beyond is far behind what any reader shows. Characters. */
const mostCharacters = 1024 * 1024;
const timeoutMs = 1_000;
const maxHeapMb = 256;
/** Beyond it in each window, the html of one owner's teams is not read. */
const share = { budgetMs: 3_000, windowMs: 10_000 };

/** Reads what strangers wrote in a thread that is cut off where that takes too long or too much memory. */
@Injectable()
export class HtmlReading implements OnModuleDestroy {
  readonly #thread: FairThread<HtmlToRead, HtmlAnswer>;

  constructor(@Inject(HTTP_OPTIONS) { logger, teamOwners }: Pick<HttpOptions, 'logger' | 'teamOwners'>) {
    this.#thread = new FairThread({
      ...share,
      ownerOf: teamOwners?.known,
      start: () => startModestWorker(workerUrl(import.meta.url, './read-html.worker.js'), { maxHeapMb }),
      timeoutMs,
      onCutOff: (why, job) => logger.warn({ characters: job?.html.length }, `reading of html ${why}`),
    });
  }

  /** The team is the email's. */
  of(teamId: string): HtmlReader {
    return async (html) => (await this.#thread.run({ html: html.slice(0, mostCharacters) }, teamId)) ?? undefined;
  }

  onModuleDestroy(): Promise<void> {
    return this.#thread.close();
  }
}
