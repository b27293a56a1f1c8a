/** What derives the text part of html, under the token that it is injected by. */
export interface HtmlTexts {
  derive(html: string, teamId: string): Promise<string>;
}
export const HTML_TEXTS = Symbol('HTML_TEXTS');
