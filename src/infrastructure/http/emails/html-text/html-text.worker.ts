import { parentPort } from 'node:worker_threads';
import { giveWay } from '../../../system/modest-worker.js';
import { convertHtml } from './convert.js';
import { stripTags } from './strip-tags.js';

/** `isStripped`: only its tags are taken out, in linear time. */
export interface HtmlToConvert {
  readonly html: string;
  readonly isStripped: boolean;
}

/** What the thread answers for each {@link HtmlToConvert}. */
export type ConvertedHtml = ReturnType<typeof convertHtml>;

giveWay();
parentPort?.on('message', ({ html, isStripped }: HtmlToConvert) =>
  parentPort?.postMessage(isStripped ? stripTags(html) : convertHtml(html)),
);
