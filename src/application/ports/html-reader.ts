import type { ImageFacts } from '../../domain/insight/facts.js';
import type { ReadContent } from '../../domain/template/check/read-content.js';

/** What an email's html links to and shows, as a browser would parse it. */
export interface ReadHtml {
  /** Hosts of its `http` and `https` links, in A-labels, in their order and as often as they occur. */
  readonly linkHosts: readonly string[];
  readonly images: readonly ImageFacts[];
  /** Characters that a reader sees, each run of spaces counted once. */
  readonly textCharacters: number;
}

/** @returns undefined when it took too long or too much memory. Never rejects. */
export type HtmlReader = (html: string) => Promise<ReadHtml | undefined>;

/** @returns undefined when it took too long or too much memory. Never rejects. */
export type ContentReader = (html: string) => Promise<ReadContent | undefined>;

/** Where an html page has what is said of the whole of it. Offsets count UTF-16 units. */
export interface PageHead {
  /** Between the tags of its `title`. */
  readonly title?: { readonly start: number; readonly end: number };
  /** Before everything that its body shows. Missing where nothing is shown: frames, or html that ends in its head. */
  readonly bodyStart?: number;
}
