import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { workerUrl } from '../../../system/worker-url.js';
import { HTTP_OPTIONS, type HttpOptions } from '../../edge/http-options.js';
import { FairThread } from '../../../system/fair-thread.js';
import type { JobClock } from '../../../system/job-timer.js';
import { startModestWorker } from '../../../system/modest-worker.js';
import type { ConvertedHtml, HtmlToConvert } from './html-text.worker.js';
import { stripTags } from './strip-tags.js';

/** Shorter than this, the conversion costs less than handing it over. */
const inlineCharacters = 1024;
/** Up to here the worst document takes a tenth of a second; longer ones have a thread of their own. */
const shortCharacters = 64 * 1024;
/** Longer than this, only the plain stripping of tags is fast enough. */
const maxConvertedCharacters = 1_000_000;
/**
 * At most so much of an enormous document becomes text: more is not useful to a reader, and would delay the other
 * mails.
 */
const maxStrippedCharacters = 1_000_000;
const maxHeapMb = 128;
const timeoutMs = 1_000;
/** Beyond it in each window, the documents of one owner's teams lose their tags and no more. */
const share = { budgetMs: 3_000, windowMs: 10_000 };

interface HtmlTextOptions extends Pick<HttpOptions, 'logger' | 'teamOwners'> {
  readonly clock?: Partial<JobClock>;
}

/**
 * Derives the text part of html mails. Real conversions of real documents take tens of milliseconds, and hostile ones
 * half a minute: one that is cut off is answered with its bare text instead. Short ones never wait for long ones.
 */
@Injectable()
export class HtmlText implements OnModuleDestroy {
  readonly #short: FairThread<HtmlToConvert, ConvertedHtml>;
  readonly #long: FairThread<HtmlToConvert, ConvertedHtml>;

  constructor(@Inject(HTTP_OPTIONS) { logger, teamOwners, clock }: HtmlTextOptions) {
    const options = {
      ownerOf: teamOwners?.known,
      ...share,
      start: () => startModestWorker(workerUrl(import.meta.url, './html-text.worker.js'), { maxHeapMb }),
      timeoutMs,
      onCutOff: (why: string, job?: HtmlToConvert) =>
        logger.warn({ characters: job?.html.length ?? 0 }, `html conversion ${why}`),
      clock,
    };
    this.#short = new FairThread(options);
    this.#long = new FairThread(options);
  }

  /** Never fails; the same html gives the same text, except under a load that cuts its conversion off. */
  async derive(html: string, teamId: string): Promise<string> {
    if (html.length <= inlineCharacters) {
      // Loads a parser of HTML: a start is quicker without it, and many senders bring their own text.
      const { convertHtml } = await import('./convert.js');
      return convertHtml(html);
    }
    if (html.length <= shortCharacters) {
      return (await this.#short.run({ html, isStripped: false }, teamId)) ?? stripTags(html);
    }
    const converted =
      html.length > maxConvertedCharacters ? undefined : await this.#long.run({ html, isStripped: false }, teamId);
    return converted ?? this.#stripped(html.slice(0, maxStrippedCharacters), teamId);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.#short.close(), this.#long.close()]);
  }

  /** Linear, but of so much that other requests would wait for it here. */
  async #stripped(html: string, teamId: string): Promise<string> {
    const stripped = await this.#long.run({ html, isStripped: true }, teamId, { isFree: true });
    return stripped ?? stripTags(html.slice(0, shortCharacters));
  }
}
