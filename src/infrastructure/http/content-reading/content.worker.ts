import { parentPort } from 'node:worker_threads';
import type { PageHead, ReadHtml } from '../../../application/ports/html-reader.js';
import type { ReadContent } from '../../../domain/template/check/read-content.js';
import type { FoundPlaces } from '../../../domain/template/content.js';
import { giveWay } from '../../system/modest-worker.js';
import type { HowToShow } from '../../html/safe/safe-html.js';

/** What the thread answers, by what html is read for. */
export interface ContentAnswers {
  readonly text: string;
  /** Only its tags are taken out, in linear time. */
  readonly stripped: string;
  readonly places: FoundPlaces;
  readonly head: PageHead;
  /** A document for a frame without rights. */
  readonly shown: string;
  /** For the insights of an email. */
  readonly facts: ReadHtml;
  /** For the rules about contents. */
  readonly content: ReadContent;
}
export type ContentUse = keyof ContentAnswers;

/** What the thread is asked. */
export interface ContentJob {
  readonly html: string;
  readonly as: ContentUse;
  /** For `shown` alone. */
  readonly how?: HowToShow;
}

/** Null where it cannot be read: it is nested too deeply. */
export type ContentAnswer = ContentAnswers[ContentUse] | null;

/** Each loads what it needs: a thread for short texts never parses css. */
const uses: { readonly [Use in ContentUse]: (job: ContentJob) => Promise<ContentAnswers[Use]> } = {
  text: async ({ html }) => (await import('../../html/text/convert.js')).convertHtml(html),
  stripped: async ({ html }) => (await import('../../html/text/strip-tags.js')).stripTags(html),
  places: async ({ html }) => (await import('../../html/find-places.js')).findPlaces(html),
  head: async ({ html }) => (await import('../../html/page-head.js')).pageHeadOf(html),
  shown: async ({ html, how = { escaped: false } }) =>
    (await import('../../html/safe/safe-html.js')).shownHtml(html, how),
  facts: async ({ html }) => (await import('../../html/read-html.js')).readHtml(html),
  content: async ({ html }) => (await import('./read-content.js')).readContent(html),
};

giveWay();
parentPort?.on('message', (job: ContentJob) => {
  const answer = (found: ContentAnswer): void => parentPort?.postMessage(found);
  uses[job.as](job).then(answer, () => answer(null));
});
