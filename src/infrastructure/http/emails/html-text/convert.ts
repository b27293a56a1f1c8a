import { compile } from 'html-to-text';

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } }));

const converter = compile({
  // Lines are broken when the mail is written, not here: GET shows this text.
  wordwrap: false,
  limits: { maxDepth: 256 },
  selectors: [
    { selector: 'img', format: 'skip' },
    // The words of a preheader are said again below it, and what fills it up is nothing to read.
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: '[style*="display:none"]', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    ...headings,
  ],
});

/**
 * The text of an html document as a reader without html would like it. Not linear: nested markup takes quadratic time.
 */
export function convertHtml(html: string): string {
  return converter(html).trim();
}
