import { Worker } from 'node:worker_threads';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { workerUrl } from '../../../system/worker-url.js';
import { HTTP_OPTIONS, type HttpOptions } from '../../edge/http-options.js';
import { FairThread } from '../../../system/fair-thread.js';
import type { ConvertedHtml } from './html-text.worker.js';
import { stripTags } from './strip-tags.js';

/** Shorter than this, the conversion costs less than handing it over. */
const inlineCharacters = 1024;
/** Longer than this, only the plain stripping of tags is fast enough. */
const maxConvertedCharacters = 1_000_000;
/** At most so much of an enormous document becomes text: more is not useful to a reader, and would delay the other mails. */
const maxStrippedCharacters = 1_000_000;
const usualConversionTimeoutMs = 1_000;
/** Beyond it in each window, a team's documents lose their tags and no more. */
const share = { budgetMs: 3_000, windowMs: 10_000 };

interface HtmlTextOptions extends Pick<HttpOptions, 'logger'> {
  readonly conversionTimeoutMs?: number;
  readonly now?: () => number;
}

/**
 * Derives the text part of html mails. Real conversions of real documents take tens of milliseconds, and hostile ones half a
 * minute: one that is cut off is answered with its bare text instead.
 */
@Injectable()
export class HtmlText implements OnModuleDestroy {
  readonly #thread: FairThread<string, ConvertedHtml>;

  constructor(@Inject(HTTP_OPTIONS) { logger, conversionTimeoutMs = usualConversionTimeoutMs, now }: HtmlTextOptions) {
    this.#thread = new FairThread({
      ...share,
      start: () => new Worker(workerUrl(import.meta.url, './html-text.worker.js')),
      timeoutMs: conversionTimeoutMs,
      onCutOff: (why, html = '') => logger.warn({ characters: html.length }, `html conversion ${why}`),
      now,
    });
  }

  /** Never fails; the same html gives the same text, except under a load that cuts its conversion off. */
  async derive(html: string, teamId: string): Promise<string> {
    if (html.length <= inlineCharacters) {
      // Loads a parser of HTML: a start is quicker without it, and many senders bring their own text.
      const { convertHtml } = await import('./convert.js');
      return convertHtml(html);
    }
    if (html.length > maxConvertedCharacters) return stripTags(html.slice(0, maxStrippedCharacters));
    return (await this.#thread.run(html, teamId)) ?? stripTags(html);
  }

  onModuleDestroy(): Promise<void> {
    return this.#thread.close();
  }
}
