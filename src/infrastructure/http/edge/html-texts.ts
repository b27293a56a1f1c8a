import type { ContentReading } from '../../../application/broadcast/broadcast-content.js';
import type { ContentReader, HtmlReader } from '../../../application/ports/html-reader.js';

/** How html that a team wrote is read as it is saved. */
export type WrittenHtml = Omit<ContentReading, 'readContent'>;

/** What reads it, under the token that it is injected by. */
export interface HtmlTexts {
  of(teamId: string): WrittenHtml;
}
export const HTML_TEXTS = Symbol('HTML_TEXTS');

/** What reads the content of a template or a broadcast for its check. */
export interface HtmlContents {
  read(html: string, teamId: string): ReturnType<ContentReader>;
}
export const HTML_CONTENTS = Symbol('HTML_CONTENTS');

/** What looks at html for the insights of an email. */
export interface HtmlFacts {
  of(teamId: string): HtmlReader;
}
export const HTML_FACTS = Symbol('HTML_FACTS');
