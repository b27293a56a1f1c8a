import type { ContentReading } from '../../../application/broadcast/broadcast-content.js';
import type { HtmlReader } from '../../../application/ports/html-reader.js';

/** What a page shows of a mail. */
export interface ShownMail {
  /** A document for a frame without rights; null: there is none, or it took too much to make. */
  readonly html: string | null;
  readonly text: string | null;
  /** Not all of the mail is in it. */
  readonly cut: boolean;
}

/** Texts to show, with pictures by content id, as `data:` addresses. */
interface TextsToShow {
  readonly html?: string;
  readonly text?: string;
  readonly inline?: Readonly<Record<string, string>>;
}

/** All that is asked about html that a team wrote, in threads. */
export interface HtmlContent extends ContentReading {
  /** Looks at html for the insights of an email. */
  readonly readHtml: HtmlReader;
  /** As a page may show it, in a frame without rights. Never fails. */
  readonly shownMail: (body: TextsToShow) => Promise<ShownMail>;
}

/** What answers it, under the token that it is injected by. */
export interface HtmlContents {
  of(teamId: string): HtmlContent;
}
export const HTML_CONTENTS = Symbol('HTML_CONTENTS');
