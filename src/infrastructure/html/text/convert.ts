import { compile } from 'html-to-text';
import { shownHtml } from './shown-html.js';

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } }));
/** Each on lines of its own, which html-to-text does not separate from its neighbors. */
const lines = ['tr', 'caption', 'dt', 'dd', 'figcaption', 'legend', 'address', 'summary'].map((selector) => ({
  selector,
  format: 'block',
  options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
}));

const converter = compile({
  // Lines are broken when the mail is written, not here: GET shows this text.
  wordwrap: false,
  limits: { maxDepth: 256 },
  selectors: [
    { selector: 'img', format: 'skip' },
    // The words of a preheader are said again below it, and what fills it up is nothing to read.
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    ...headings,
    ...lines,
  ],
});

/**
 * The text of an html document as a reader without html would like it, and nothing that html and css hide. Not linear:
 * nested markup takes quadratic time.
 */
export function convertHtml(html: string): string {
  return withoutFilling(converter(shown(html))).trim();
}

/** Nested too deeply for its parser, the whole is taken. */
function shown(html: string): string {
  try {
    return shownHtml(html);
  } catch {
    return html;
  }
}

/** Spaces, and characters without a picture, which preheaders are filled up with so that nothing else is shown. */
const filling =
  /(?:[^\S\r\n]|[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2060-\u2064\u2800\u3164\ufeff\uffa0])+/g;

/** One alone says something: it joins or parts letters, or keeps words on a line. */
function withoutFilling(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return text
    .replace(filling, (run) => {
      const others = run.replace(/[\x00-\x7f]+/g, '').length;
      if (others === 0) return run;
      if (others === 1) return run.replace(/[\u00ad\ufeff]/g, '');
      return /\s/.test(run) ? ' ' : '';
    })
    .replace(/^[^\S\r\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n');
}
