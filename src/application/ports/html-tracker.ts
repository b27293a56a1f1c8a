/** What is put in the place of a link, and at the end of the page. */
export interface Tracks {
  /**
   * The URL that a link gets instead. `target` is absolute and of http or https, as a browser would go there; links are
   * numbered in their order in the html, from 0.
   *
   * @returns undefined where the link stays as it is.
   */
  readonly linkFor?: (target: string, link: number) => string | undefined;
  /** URL of the picture that tells when the mail is shown. */
  readonly pixel?: string;
}

/** Rewrites what is tracked in an html body. Every byte that is no tracked link stays. */
export type HtmlTracker = (html: string, tracks: Tracks) => string;
