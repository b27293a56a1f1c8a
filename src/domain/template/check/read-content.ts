import type { TemplateContent } from '../content.js';

/** A place in a text; both count from 1, and columns count UTF-16 units. */
export interface Spot {
  readonly line: number;
  readonly column: number;
}

/**
 * Something that clients may not support, by the first place of it: `element:video`, `attribute:srcset`,
 * `property:position`, `value:display:flex`, `at-rule:media`, `pseudo-class:hover`, `image:webp`.
 */
export interface Use {
  readonly key: string;
  readonly count: number;
  readonly spot: Spot;
}

/** Where a link leads to, or an image is from, as the html says it. */
export interface AddressUse {
  readonly url: string;
  readonly spot: Spot;
}

export interface ImageUse extends AddressUse {
  /** Null where there is no `alt`; empty says that the image is decoration. */
  readonly alt: string | null;
  /** Declared as one pixel: it counts opens, and no one is to see it. */
  readonly isPixel: boolean;
}

/** What an html shows and uses, as a browser would parse it. */
export interface ReadContent {
  readonly uses: readonly Use[];
  readonly links: readonly AddressUse[];
  readonly images: readonly ImageUse[];
  /** The `style` elements; bytes are of UTF-8. */
  readonly styles: readonly { readonly bytes: number; readonly spot: Spot }[];
  /** Texts of styles that no client understands. */
  readonly brokenCss: readonly { readonly message: string; readonly spot: Spot }[];
  /** The hidden text before everything that is shown; null where there is none. */
  readonly preheader: string | null;
  /** The first words that are shown. */
  readonly opening: string;
  /** Names of the merge tags that a reader sees, in shown text, or can follow, in a link that shows something. */
  readonly reachableTags: readonly string[];
}

/** Everything that a content is judged by. */
export interface CheckedContent extends Pick<TemplateContent, 'subject' | 'html' | 'text' | 'variables'> {
  /** Null where the html took too long to read. */
  readonly read: ReadContent | null;
  /** Registered domains of the sender; with none, hosts of images are not compared. */
  readonly senderDomains: ReadonlySet<string>;
  /** The domain that was registered, of which a host is a part (public suffix list). */
  readonly registeredDomainOf: (host: string) => string;
}

/** The places of characters in a text, asked for in their order. */
export function spotsIn(text: string): (offset: number) => Spot {
  let [line, lineStart] = [1, 0];
  let nextLine = text.indexOf('\n') + 1;
  return (offset) => {
    while (nextLine > 0 && nextLine <= offset) {
      [line, lineStart] = [line + 1, nextLine];
      nextLine = text.indexOf('\n', lineStart) + 1;
    }
    return { line, column: offset - lineStart + 1 };
  };
}
