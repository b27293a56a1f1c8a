import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { getSchema } from '@tiptap/core';
import { DOMParser as DocumentParser, type Node as DocNode } from '@tiptap/pm/model';
import { JSDOM } from 'jsdom';
import { emailExtensions } from '../../dashboard/src/rooms/broadcasts/editor/blocks/extensions';
import { cleanPaste } from '../../dashboard/src/rooms/broadcasts/editor/writing/clean-paste';

const { window } = new JSDOM();
const ofBrowsers = { DOMParser: window.DOMParser, Node: window.Node };
beforeAll(() => void Object.assign(globalThis, ofBrowsers));
// Other files run in this realm, too.
afterAll(() => {
  for (const name of Object.keys(ofBrowsers)) Reflect.deleteProperty(globalThis, name);
});
const parser = DocumentParser.fromSchema(getSchema(emailExtensions));

/** The lines of what is pasted, as the editor reads it. */
function linesOf(html: string): readonly string[] {
  const element = window.document.createElement('div');
  element.innerHTML = cleanPaste(html);
  const lines: string[] = [];
  parser.parse(element).descendants((node: DocNode) => {
    if (node.isTextblock) lines.push(node.textContent);
    else if (node.type.name === 'image') lines.push('image');
  });
  return lines;
}

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
])('cells stay apart, and rows are lines: %s', (_, html) => {
  expect(linesOf(html)).toEqual(['Plan | Price', 'Small | 9 EUR']);
});

it.each([
  ['a column', '<table><tr><td>One</td></tr><tr><td>Two</td></tr></table>', ['One', 'Two']],
  ['lines in a cell', '<table><tr><td>A<br>B</td><td>C</td></tr></table>', ['A B | C']],
  ['an empty cell between', '<table><tr><td>A</td><td></td><td>C</td></tr></table>', ['A | | C']],
  ['a caption', `<table><caption>Prices</caption>${rows}</table>`, ['Prices', 'Plan | Price', 'Small | 9 EUR']],
  [
    'a table that places things',
    '<table><tr><td><h2>News</h2><img src="https://example.com/a.png"></td><td><p>Left</p><p>Over</p></td></tr></table>',
    ['News', 'image', 'Left', 'Over'],
  ],
  ['text around', `Before<table>${rows}</table>After`, ['Before', 'Plan | Price', 'Small | 9 EUR', 'After']],
])('a table becomes text in its order: %s', (_, html, expected) => {
  expect(linesOf(html)).toEqual(expected);
});

it('the cells of a head stay bold', () => {
  expect(cleanPaste('<table><tr><th>Plan</th><th>Price</th></tr></table>')).toBe(
    '<p><strong>Plan</strong> | <strong>Price</strong></p>',
  );
});
