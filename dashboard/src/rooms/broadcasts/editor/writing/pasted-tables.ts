/** What only a table that places things has in its cells. */
const placed = 'table, img, ul, ol, h1, h2, h3, h4, h5, h6, blockquote, hr, [data-block]';

/**
 * An email of the editor has no tables: each row of words becomes a line with its cells apart, and a table that places
 * things what stands in its cells.
 */
export function flattenTables(body: HTMLElement): void {
  const tables = Array.from(body.querySelectorAll('table'), (table) => [table, isOfWords(table)] as const);
  // The inner ones first.
  for (const [table, hasWords] of tables.reverse()) {
    const { caption } = table;
    const above = caption === null ? [] : [blockOf('p', caption)];
    table.replaceWith(...above, ...Array.from(table.rows).flatMap(hasWords ? lineOf : contentsOf));
  }
}

const isOfWords = (table: HTMLTableElement): boolean =>
  table.querySelector(placed) === null && Array.from(table.rows).some(({ cells }) => cells.length > 1);

const contentsOf = ({ cells }: HTMLTableRowElement): HTMLElement[] => Array.from(cells, (cell) => blockOf('div', cell));

function lineOf({ cells, ownerDocument }: HTMLTableRowElement): HTMLElement[] {
  const line = ownerDocument.createElement('p');
  Array.from(cells).forEach((cell, place) => {
    cell.querySelectorAll('br').forEach((end) => end.replaceWith(' '));
    cell.querySelectorAll('p, div').forEach((block) => block.replaceWith(...block.childNodes, ' '));
    line.append(
      ...(place === 0 ? [] : [' | ']),
      ...(cell.localName === 'th' ? [blockOf('strong', cell)] : cell.childNodes),
    );
  });
  return /^[\s|]*$/.test(line.textContent ?? '') ? [] : [line];
}

function blockOf(name: string, { ownerDocument, childNodes }: HTMLElement): HTMLElement {
  const made = ownerDocument.createElement(name);
  made.append(...childNodes);
  return made;
}

/** Cells that were copied without their table; a browser reads them in one only. */
export const withTable = (html: string): string =>
  /^(?:\s|<\/?(?:html|head|body|meta)\b[^>]*>)*<(?:t[dhr]|tbody|thead|tfoot|colgroup|col)\b/i.test(html)
    ? `<table>${html}</table>`
    : html;
