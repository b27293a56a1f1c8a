import { placesIn } from '../../domain/template/content.js';
import type { PageHead } from '../ports/html-reader.js';

/** What is said of the whole of an html; null for nothing. */
export interface PageTexts {
  readonly previewText: string | null;
  /** Stands in a `title` that is empty. */
  readonly title: string | null;
}

/** The html with them: every other byte stays. A preview text goes before all that the body shows. */
export function withPageTexts(html: string, { title: range, bodyStart }: PageHead, texts: PageTexts): string {
  const { previewText, title } = texts;
  const isUntitled = range !== undefined && html.slice(range.start, range.end).trim() === '';
  const pieces = [
    ...(title === null || !isUntitled ? [] : [{ ...range, text: escaped(title) }]),
    ...(previewText === null || bodyStart === undefined
      ? []
      : [{ start: bodyStart, end: bodyStart, text: `<div style="${hidden}">${escaped(previewText)}${filler}</div>` }]),
  ];
  // From the end, so that offsets before stay.
  return pieces.reduceRight((made, { start, end, text }) => made.slice(0, start) + text + made.slice(end), html);
}

/** Shown in the list of an email client beside the subject, and nowhere in the email itself. */
const hidden = 'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;line-height:1px';

/**
 * Blanks that are not joined, as wide as a line of the list: without them it goes on with how the email begins. The
 * joiner keeps them from being put together.
 */
const filler = '&#847;&zwnj;&nbsp;'.repeat(90);

/** Merge tags stay as they are: what they become is escaped when they are filled in. */
function escaped(text: string): string {
  const ends = placesIn(text).flatMap(({ start, end }) => [start, end]);
  const bounds = [0, ...ends, text.length];
  return bounds
    .slice(1)
    .map((end, index) => {
      const piece = text.slice(bounds[index], end);
      return index % 2 === 1 ? piece : piece.replace(/[&<>]/g, (sign) => escapes[sign] ?? '');
    })
    .join('');
}
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
