import { parentPort } from 'node:worker_threads';
import { giveWay } from '../../../system/modest-worker.js';
import { escapeHtml } from './escape-html.js';
import { type Pictures, safeHtml } from './safe-html.js';

/** `escaped`: for the value of an attribute. */
export interface HtmlToRender extends Pictures {
  readonly html: string;
  readonly escaped: boolean;
}

/** What the thread answers for each {@link HtmlToRender}; null: it cannot be shown. */
export type RenderedHtml = string | null;

giveWay();
parentPort?.on('message', (job: HtmlToRender) => parentPort?.postMessage(render(job)));

function render({ html, escaped, ...pictures }: HtmlToRender): RenderedHtml {
  try {
    const document = safeHtml(html, pictures);
    return escaped ? escapeHtml(document) : document;
  } catch {
    return null;
  }
}
