import { isRunnable, unsafeUses } from './client-rules.js';
import type { ReadContent, Spot } from './read-content.js';

/** Html with something in it that could run, send or load more than an email may. */
export interface UnsafeHtml {
  readonly refused: 'unsafe-html';
  /** What was seen, as a sentence. */
  readonly seen: string;
  /** What to do. */
  readonly fix: string;
  /** Where it stands; undefined for the whole. */
  readonly spot?: Spot;
  /** The number of the custom HTML block whose own html the spot is in. */
  readonly block?: number;
}

/** The first thing in an html that no editor of ours writes. `read`: null where it could not be read in time. */
export function unsafeHtml(read: ReadContent | null): UnsafeHtml | undefined {
  if (read === null) {
    const seen = 'The HTML is too large or too deeply nested to be checked in time.';
    return { refused: 'unsafe-html', seen, fix: 'Shorten it, and nest fewer elements.' };
  }
  const use = unsafeUses(read).find(({ severity }) => severity !== 'note');
  if (use !== undefined) return { refused: 'unsafe-html', ...use };
  const address = [...read.links, ...read.images].find(({ url }) => isRunnable(url));
  if (address === undefined) return undefined;
  const seen = `The HTML contains the address \`${address.url.slice(0, 40)}\`.`;
  return { refused: 'unsafe-html', seen, fix: 'Write one of http, https, mailto or tel.', spot: address.spot };
}
