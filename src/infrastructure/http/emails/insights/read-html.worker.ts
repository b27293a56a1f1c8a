import { parentPort } from 'node:worker_threads';
import type { ReadHtml } from '../../../../application/ports/html-reader.js';
import { giveWay } from '../../../system/modest-worker.js';
import { readHtml } from './read-html.js';

/** What the thread is asked. */
export interface HtmlToRead {
  readonly html: string;
}

/** What it answers for each {@link HtmlToRead}; null: it cannot be read. */
export type HtmlAnswer = ReadHtml | null;

giveWay();
parentPort?.on('message', ({ html }: HtmlToRead) => parentPort?.postMessage(answer(html)));

function answer(html: string): HtmlAnswer {
  try {
    return readHtml(html);
  } catch {
    return null;
  }
}
