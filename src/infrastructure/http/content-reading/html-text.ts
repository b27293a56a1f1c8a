import { Inject, Injectable } from '@nestjs/common';
import { BudgetExceeded } from '../../../domain/shared/cost-budget.js';
import { ContentThreads, linearTimeoutMs } from './content-threads.js';
import type { ContentAnswers } from './content.worker.js';
import type { HtmlContent } from '../edge/html-content.js';
import { stripTags } from '../../html/text/strip-tags.js';

/** Shorter than this, the conversion costs less than handing it over. */
const inlineCharacters = 1024;
/** The same for its places and its head. */
const inlineMarkup = 8 * 1024;
/** Up to here the tags are taken out on the main thread where a conversion was cut off. */
const shortCharacters = 64 * 1024;
/** Longer than this, only the plain stripping of tags is fast enough. */
const maxConvertedCharacters = 1_000_000;
/**
 * At most so much of an enormous document becomes text: more is not useful to a reader, and would delay the other
 * mails.
 */
const maxStrippedCharacters = 1_000_000;
/**
 * Derives the text part of html mails, and finds the places and the head of html that is saved. Real conversions of
 * real documents take tens of milliseconds, and hostile ones half a minute: one that is cut off is answered with its
 * bare text instead. Short ones never wait for long ones.
 */
@Injectable()
export class HtmlText {
  constructor(@Inject(ContentThreads) private readonly threads: ContentThreads) {}

  /** Never fails; the same html gives the same text, except under a load that cuts its conversion off. */
  async derive(html: string, teamId: string): Promise<string> {
    if (html.length <= inlineCharacters) {
      // Loads a parser of HTML: a start is quicker without it, and many senders bring their own text.
      const { convertHtml } = await import('../../html/text/convert.js');
      return convertHtml(html);
    }
    if (html.length <= shortCharacters) {
      return (await this.threads.run('text', { html }, teamId)) ?? stripTags(html);
    }
    const converted =
      html.length > maxConvertedCharacters ? undefined : await this.threads.run('text', { html }, teamId);
    return converted ?? this.#stripped(html.slice(0, maxStrippedCharacters), teamId);
  }

  of(teamId: string): Pick<HtmlContent, 'textOf' | 'placesOf' | 'headOf'> {
    return {
      textOf: (html) => this.derive(html, teamId),
      // A parser is loaded for the first html: a start is quicker without it.
      placesOf: async (html) =>
        html.length <= inlineMarkup
          ? (await import('../../html/find-places.js')).findPlaces(html)
          : this.#found('places', html, teamId),
      headOf: async (html) =>
        html.length <= inlineMarkup
          ? (await import('../../html/page-head.js')).pageHeadOf(html)
          : this.#found('head', html, teamId),
    };
  }

  /** Linear, but of so much that other requests would wait for it here. */
  async #stripped(html: string, teamId: string): Promise<string> {
    return (await this.threads.run('stripped', { html }, teamId)) ?? stripTags(html.slice(0, shortCharacters));
  }

  /** What is saved is not saved without it. */
  async #found<Use extends 'places' | 'head'>(as: Use, html: string, teamId: string): Promise<ContentAnswers[Use]> {
    const found = await this.threads.run(as, { html }, teamId);
    if (found === undefined) throw new BudgetExceeded('threadMs', linearTimeoutMs);
    return found;
  }
}
