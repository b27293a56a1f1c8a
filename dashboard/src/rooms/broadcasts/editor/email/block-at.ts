import { blocksOf, type DocumentNode, type EmailDocument } from './document.js';
import { pageHtml } from './page-html.js';

/** A character of an html: both count from 1. */
export interface HtmlSpot {
  readonly line: number;
  readonly column: number;
}

/** No text has these characters: Unicode keeps them for programs. */
const [before, of, behind] = ['\u{fdd0}', '\u{fdd1}', '\u{fdd2}'];
const anyMark = new RegExp(`${before}(\\d+)${of}|${behind}`, 'gu');

/**
 * The innermost block that a place of the email's html is made from, as the index at each level of the document.
 * @returns undefined for what is around the blocks.
 */
export function blockAt(document: EmailDocument, spot: HtmlSpot): readonly number[] | undefined {
  const nodes: object[] = [];
  const marked = pageHtml(document, (node, html) => `${before}${nodes.push(node) - 1}${of}${html}${behind}`);
  const wanted = offsetOf(marked.replaceAll(anyMark, ''), spot);
  const open: object[] = [];
  let marks = 0;
  for (const { 0: mark, 1: index, index: at } of marked.matchAll(anyMark)) {
    if (at - marks > wanted) break;
    marks += mark.length;
    const node = nodes[Number(index)];
    if (node === undefined) open.pop();
    else open.push(node);
  }
  // What a saved block holds is no part of the document: then it is the saved block.
  return open
    .toReversed()
    .map((node) => pathTo(blocksOf(document), node))
    .find((path) => path !== undefined);
}

function offsetOf(html: string, { line, column }: HtmlSpot): number {
  const above = html.split('\n').slice(0, line - 1);
  return above.reduce((length, text) => length + text.length + 1, 0) + column - 1;
}

function pathTo(nodes: readonly DocumentNode[], wanted: object): readonly number[] | undefined {
  for (const [index, node] of nodes.entries()) {
    const inside = node === wanted ? [] : pathTo(node.content ?? [], wanted);
    if (inside !== undefined) return [index, ...inside];
  }
  return undefined;
}
