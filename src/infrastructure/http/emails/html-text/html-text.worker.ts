import { parentPort } from 'node:worker_threads';
import type { PageHead } from '../../../../application/ports/html-reader.js';
import type { FoundPlaces } from '../../../../domain/template/content.js';
import { pageHeadOf } from '../../../html/page-head.js';
import { giveWay } from '../../../system/modest-worker.js';
import { findPlaces } from '../../../html/find-places.js';
import { convertHtml } from './convert.js';
import { stripTags } from './strip-tags.js';

/** What the thread answers, by what html is read for. */
export interface HtmlAnswers {
  readonly text: string;
  /** Only its tags are taken out, in linear time. */
  readonly stripped: string;
  readonly places: FoundPlaces;
  readonly head: PageHead;
}
export type HtmlUse = keyof HtmlAnswers;

export interface HtmlToRead {
  readonly html: string;
  readonly as: HtmlUse;
}

const uses: { readonly [Use in HtmlUse]: (html: string) => HtmlAnswers[Use] } = {
  text: convertHtml,
  stripped: stripTags,
  places: findPlaces,
  head: pageHeadOf,
};

giveWay();
parentPort?.on('message', ({ html, as }: HtmlToRead) => parentPort?.postMessage(uses[as](html)));
