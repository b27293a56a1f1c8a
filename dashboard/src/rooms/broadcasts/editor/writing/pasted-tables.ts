import { tableLimits } from '../email/table.js';

/** What only a table that places things has in its cells. */
const placed = 'table, img, ul, ol, h1, h2, h3, h4, h5, h6, blockquote, hr, [data-block]';

/**
 * A table of words becomes one of the editor: each row with as many cells, and none merged. Where it is larger than
 * those are, each row becomes a line with its cells apart; and a table that places things what stands in its cells.
 */
export function readTables(body: HTMLElement, isOurs: boolean): void {
  const tables = Array.from(body.querySelectorAll('table'), (table) => [table, isOurs || isOfWords(table)] as const);
  // The inner ones first.
  for (const [table, hasWords] of tables.reverse()) {
    const { caption } = table;
    const above = caption === null ? [] : [blockOf('p', caption)];
    const rows = hasWords ? gridOf(table, isOurs) : [];
    const columns = rows[0]?.length ?? 0;
    const isTable = (isOurs || columns > 1) && columns <= tableLimits.columns && rows.length <= tableLimits.rows;
    if (!hasWords) table.replaceWith(...above, ...Array.from(table.rows).flatMap(contentsOf));
    else table.replaceWith(...above, ...(isTable ? [tableOf(rows)] : rows.flatMap(lineOf)));
  }
}

const isOfWords = (table: HTMLTableElement): boolean =>
  table.querySelector(placed) === null && Array.from(table.rows).some(({ cells }) => cells.length > 1);

const contentsOf = ({ cells }: HTMLTableRowElement): HTMLElement[] => Array.from(cells, (cell) => blockOf('div', cell));

type Cell = HTMLTableCellElement;

/** The cells by row and column, with an empty one where one is merged or missing; without empty rows, but for ours. */
function gridOf(table: HTMLTableElement, isOurs: boolean): readonly (readonly Cell[])[] {
  const grid: (Cell | undefined)[][] = [];
  for (const [at, { cells }] of Array.from(table.rows).entries()) {
    const row = (grid[at] ??= []);
    let column = 0;
    for (const cell of Array.from(cells)) {
      while (column in row) column += 1;
      for (let below = 0; below < Math.min(cell.rowSpan || 1, table.rows.length - at); below += 1) {
        const line = (grid[at + below] ??= []);
        for (let beside = 0; beside < Math.min(cell.colSpan, 50); beside += 1) line[column + beside] = undefined;
      }
      row[column] = cell;
    }
  }
  const width = Math.max(0, ...grid.map((row) => row.length));
  const hasText = (cell: Cell | undefined): boolean => (cell?.textContent ?? '').trim() !== '';
  const cells = (row: readonly (Cell | undefined)[]): readonly Cell[] =>
    Array.from({ length: width }, (_, at) => row[at] ?? table.ownerDocument.createElement('td'));
  return grid.filter((row) => isOurs || row.some(hasText)).map(cells);
}

function tableOf(rows: readonly (readonly Cell[])[]): HTMLElement {
  const [first] = rows[0] ?? [];
  const { ownerDocument } = first ?? document.body;
  const table = ownerDocument.createElement('table');
  for (const cells of rows) {
    const row = table.insertRow();
    for (const cell of cells) row.append(cellOf(cell));
  }
  return table;
}

/** What says how it is aligned, as spreadsheets and documents do, says so at the cell. */
function cellOf(cell: Cell): HTMLElement {
  const made = blockOf(cell.localName, cell);
  const inner = made.querySelector<HTMLElement>('p, div');
  made.style.textAlign =
    cell.style.textAlign || cell.align || inner?.style.textAlign || inner?.getAttribute('align') || '';
  made.querySelectorAll<HTMLElement>('p, div').forEach((block) => block.style.removeProperty('text-align'));
  return made;
}

function lineOf(cells: readonly Cell[]): HTMLElement[] {
  const [first] = cells;
  if (first === undefined) return [];
  const line = first.ownerDocument.createElement('p');
  cells.forEach((cell, place) => {
    cell.querySelectorAll('br').forEach((end) => end.replaceWith(' '));
    cell.querySelectorAll('p, div').forEach((block) => block.replaceWith(...block.childNodes, ' '));
    line.append(
      ...(place === 0 ? [] : [' | ']),
      ...(cell.localName === 'th' ? [blockOf('strong', cell)] : cell.childNodes),
    );
  });
  return [line];
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
