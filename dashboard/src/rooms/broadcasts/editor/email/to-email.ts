import { blocksOf, type EmailDocument, type RenderedEmail } from './document.js';
import { pageHtml } from './page-html.js';
import { textOf } from './text.js';

/** What a document is sent as. All three are saved together, as one version. */
export const toEmail = (document: EmailDocument): RenderedEmail => ({
  document,
  html: pageHtml(document),
  text: textOf(blocksOf(document)),
});
