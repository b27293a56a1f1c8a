import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { BudgetExceeded } from '../../../../domain/shared/cost-budget.js';
import { workerUrl } from '../../../system/worker-url.js';
import { HTTP_OPTIONS, type HttpOptions } from '../../edge/http-options.js';
import type { HtmlTexts, WrittenHtml } from '../../edge/html-texts.js';
import { FairThread } from '../../../system/fair-thread.js';
import type { JobClock } from '../../../system/job-timer.js';
import { startModestWorker } from '../../../system/modest-worker.js';
import type { HtmlAnswers, HtmlToRead, HtmlUse } from './html-text.worker.js';
import { stripTags } from './strip-tags.js';

/** Shorter than this, the conversion costs less than handing it over. */
const inlineCharacters = 1024;
/** The same for its places and its head. */
const inlineMarkup = 8 * 1024;
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
 * Derives the text part of html mails, and finds the places and the head of html that is saved. Real conversions of
 * real documents take tens of milliseconds, and hostile ones half a minute: one that is cut off is answered with its
 * bare text instead. Short ones never wait for long ones.
 */
@Injectable()
export class HtmlText implements HtmlTexts, OnModuleDestroy {
  readonly #short: FairThread<HtmlToRead, HtmlAnswers[HtmlUse]>;
  readonly #long: FairThread<HtmlToRead, HtmlAnswers[HtmlUse]>;

  constructor(@Inject(HTTP_OPTIONS) { logger, teamOwners, clock }: HtmlTextOptions) {
    const options = {
      ownerOf: teamOwners?.known,
      ...share,
      start: () => startModestWorker(workerUrl(import.meta.url, './html-text.worker.js'), { maxHeapMb }),
      timeoutMs,
      onCutOff: (why: string, job?: HtmlToRead) =>
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
      return (await this.#read('text', html, teamId)) ?? stripTags(html);
    }
    const converted = html.length > maxConvertedCharacters ? undefined : await this.#read('text', html, teamId);
    return converted ?? this.#stripped(html.slice(0, maxStrippedCharacters), teamId);
  }

  of(teamId: string): WrittenHtml {
    return {
      textOf: (html) => this.derive(html, teamId),
      // A parser is loaded for the first html: a start is quicker without it.
      placesOf: async (html) =>
        html.length <= inlineMarkup
          ? (await import('../../../html/find-places.js')).findPlaces(html)
          : this.#found('places', html, teamId),
      headOf: async (html) =>
        html.length <= inlineMarkup
          ? (await import('../../../html/page-head.js')).pageHeadOf(html)
          : this.#found('head', html, teamId),
    };
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.#short.close(), this.#long.close()]);
  }

  /** Linear, but of so much that other requests would wait for it here. */
  async #stripped(html: string, teamId: string): Promise<string> {
    return (await this.#read('stripped', html, teamId)) ?? stripTags(html.slice(0, shortCharacters));
  }

  /** What is saved is not saved without it. */
  async #found<Use extends 'places' | 'head'>(as: Use, html: string, teamId: string): Promise<HtmlAnswers[Use]> {
    const found = await this.#read(as, html, teamId);
    if (found === undefined) throw new BudgetExceeded('threadMs', timeoutMs);
    return found;
  }

  /** @returns undefined where it was cut off. */
  #read<Use extends HtmlUse>(as: Use, html: string, teamId: string): Promise<HtmlAnswers[Use] | undefined> {
    const thread = html.length <= shortCharacters ? this.#short : this.#long;
    // Only conversions are not linear.
    const answer = thread.run({ html, as }, teamId, { isFree: as !== 'text' });
    // The thread answers what it was asked.
    return answer as Promise<HtmlAnswers[Use] | undefined>;
  }
}
