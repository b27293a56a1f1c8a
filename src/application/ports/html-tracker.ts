/** What is put in the place of a link, and at the end of the page. */
interface Tracks {
  /**
   * The URL that a link gets instead, asked in their order in the html. `target` is absolute and of http or https, as a
   * browser would go there. `place`: its index among all links of the html, tracked or not.
   *
   * @returns undefined where the link stays as it is.
   */
  readonly linkFor?: (target: string, place: number) => string | undefined;
  /** URL of the picture that tells when the mail is shown. */
  readonly pixel?: string;
  /** Each character is an octet, of a charset in which only ASCII is sure: a link with others stays as it is. */
  readonly isBytes?: boolean;
}

/** Rewrites what is tracked in an html body. Every byte that is no tracked link stays. */
export type HtmlTracker = (html: string, tracks: Tracks) => string;

/** A link that a person may click. */
export interface FoundLink {
  /** Undefined where its writer wants no tracking. */
  readonly href: string | undefined;
  /** Where its value begins in the html. */
  readonly start: number;
}

/** In their order. */
export type LinkReader = (html: string) => readonly FoundLink[];
