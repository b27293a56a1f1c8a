import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { getSchema } from '@tiptap/core';
import { DOMParser as DocumentParser, DOMSerializer, type Node as DocNode } from '@tiptap/pm/model';
import { JSDOM } from 'jsdom';
import { emailExtensions } from '../../dashboard/src/rooms/broadcasts/editor/blocks/extensions';
import { broadcastDocuments } from '../unit/dashboard/broadcast-documents.js';
import { cleanPaste } from '../../dashboard/src/rooms/broadcasts/editor/writing/clean-paste';

const { window } = new JSDOM();
const ofBrowsers = { DOMParser: window.DOMParser, Node: window.Node };
beforeAll(() => void Object.assign(globalThis, ofBrowsers));
// Other files run in this realm, too.
afterAll(() => {
  for (const name of Object.keys(ofBrowsers)) Reflect.deleteProperty(globalThis, name);
});
const parser = DocumentParser.fromSchema(getSchema(emailExtensions));

/** The lines of what is pasted, as the editor reads it; a row of a table in brackets. */
function linesOf(html: string): readonly string[] {
  const element = window.document.createElement('div');
  element.innerHTML = cleanPaste(html);
  const lines: string[] = [];
  parser.parse(element).descendants((node: DocNode) => {
    if (node.type.name === 'tableRow') {
      lines.push(`[${node.children.map(cellText).join('][')}]`);
      return false;
    }
    if (node.isTextblock) lines.push(node.textContent);
    else if (node.type.name === 'image') lines.push('image');
    return true;
  });
  return lines;
}

/** `#` before a header, and `<` or `>` after what is in the middle or right; a line of it ends with `/`. */
const cellText = (cell: DocNode): string => {
  const lines = cell.textBetween(0, cell.content.size, '/', '/');
  return `${cell.type.name === 'tableHeader' ? '#' : ''}${lines}${{ center: '<', right: '>' }[String(cell.attrs['textAlign'])] ?? ''}`;
};

const rows = '<tr><td>Plan</td><td>Price</td></tr><tr><td>Small</td><td>9 EUR</td></tr>';

it.each([
  ['a spreadsheet', `<meta charset="utf-8"><style>td{color:red}</style><table><tbody>${rows}</tbody></table>`],
  ['cells without their table', rows],
  ['a fragment of a page', `<html><body><!--StartFragment-->${rows}<!--EndFragment--></body></html>`],
  [
    'cells with paragraphs, as documents have them',
    `<table>${rows.replace(/<td>(.*?)<\/td>/g, '<td><p><span>$1</span></p></td>')}</table>`,
  ],
  ['a table in a table that places it', `<table><tr><td><table>${rows}</table></td></tr></table>`],
  ['rows of which one is empty', `<table>${rows.replace('</tr>', '</tr><tr><td> </td><td></td></tr>')}</table>`],
])('is a table, with its cells apart: %s', (_, html) => {
  expect(linesOf(html)).toEqual(['[Plan][Price]', '[Small][9 EUR]']);
});

it.each([
  ['a column', '<table><tr><td>One</td></tr><tr><td>Two</td></tr></table>', ['One', 'Two']],
  ['lines in a cell', '<table><tr><td>A<br>B</td><td><p>C</p><p>D</p></td></tr></table>', ['[A/B][C/D]']],
  ['an empty cell between', '<table><tr><td>A</td><td></td><td>C</td></tr></table>', ['[A][][C]']],
  ['a caption', `<table><caption>Prices</caption>${rows}</table>`, ['Prices', '[Plan][Price]', '[Small][9 EUR]']],
  [
    'merged cells',
    '<table><tr><th colspan="2">Plans</th></tr><tr><td rowspan="2">Small</td><td>1</td></tr><tr><td>2</td></tr></table>',
    ['[#Plans][]', '[Small][1]', '[][2]'],
  ],
  [
    'aligned cells, as spreadsheets and Word say it',
    '<table><tr><td style="text-align:right">1</td><td align="center">2</td><td><p align="right">3</p></td></tr></table>',
    ['[1>][2<][3>]'],
  ],
  [
    'more columns than there is room for',
    `<table><tr>${'<td>a</td>'.repeat(7)}</tr></table>`,
    ['a | a | a | a | a | a | a'],
  ],
  [
    'more rows than a table has',
    `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(51)}</table>`,
    Array(51).fill('a | b'),
  ],
  [
    'a table that places things',
    '<table><tr><td><h2>News</h2><img src="https://example.com/a.png"></td><td><p>Left</p><p>Over</p></td></tr></table>',
    ['News', 'image', 'Left', 'Over'],
  ],
  ['text around', `Before<table>${rows}</table>After`, ['Before', '[Plan][Price]', '[Small][9 EUR]', 'After']],
])('a table is read in its order: %s', (_, html, expected) => {
  expect(linesOf(html)).toEqual(expected);
});

// The editor itself justifies no text.
const copied = [...broadcastDocuments].filter(([name]) => name !== 'long-text');

it.each(copied)('what is copied in the editor is pasted as it was: %s', (_, document) => {
  const blocks = getSchema(emailExtensions).nodeFromJSON(document.doc);
  const element = window.document.createElement('div');
  DOMSerializer.fromSchema(blocks.type.schema).serializeFragment(
    blocks.content,
    { document: window.document },
    element,
  );
  element.firstElementChild?.setAttribute('data-pm-slice', '0 0 []');
  const pasted = window.document.createElement('div');
  pasted.innerHTML = cleanPaste(element.innerHTML);
  expect(parser.parse(pasted).toJSON()).toEqual(blocks.toJSON());
});
