import { parentPort } from 'node:worker_threads';
import type { ReadContent } from '../../../domain/template/check/read-content.js';
import { giveWay } from '../../system/modest-worker.js';
import { readContent } from './read-content.js';

/** What the thread is asked. */
export interface ContentToRead {
  readonly html: string;
}

/** What it answers for each {@link ContentToRead}; null: it cannot be read. */
export type ContentAnswer = ReadContent | null;

giveWay();
parentPort?.on('message', ({ html }: ContentToRead) => parentPort?.postMessage(answer(html)));

function answer(html: string): ContentAnswer {
  try {
    return readContent(html);
  } catch {
    return null;
  }
}
