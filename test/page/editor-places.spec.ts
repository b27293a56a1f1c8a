import { expect, it } from '@jest/globals';
import { getSchema } from '@tiptap/core';
import { emailExtensions } from '../../dashboard/src/rooms/broadcasts/editor/blocks/extensions';
import { documentOf } from '../../dashboard/src/rooms/broadcasts/editor/email/document.js';
import { toEmail } from '../../dashboard/src/rooms/broadcasts/editor/email/to-email.js';
import { selectionOf } from '../../dashboard/src/rooms/broadcasts/editor/writing/selected';
import { blockPlace } from '../../dashboard/src/rooms/broadcasts/editor/writing/mail-image';
import { broadcastDocuments } from '../unit/dashboard/broadcast-documents.js';

const schema = getSchema(emailExtensions);

it.each([...broadcastDocuments])('opens %s in the editor, and writes it as it was', (_, document) => {
  const opened = schema.nodeFromJSON(document.doc);
  opened.check();
  const again = documentOf(document.style, (opened.toJSON() as typeof document.doc).content ?? []);
  expect(toEmail(again).html).toBe(toEmail(document).html);
});

const text = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] });
const list = { type: 'bulletList', content: [{ type: 'listItem', content: [text('Item')] }] };
const row = { type: 'tableRow', content: [{ type: 'tableCell', content: [text('Cell')] }] };
const table = { type: 'table', content: [row] };
const doc = schema.nodeFromJSON({
  type: 'doc',
  content: [text('Text after button'), { type: 'paragraph' }, list, table],
});

it.each([
  ['in the first half of a paragraph: above it', 3, 0],
  ['in its second half: below it', 12, 19],
  ['in an empty line: above it', 20, 19],
  ['in an item: beside the list', 27, 31],
  ['between blocks: there', 19, 19],
  ['in a cell: beside the table', 38, 43],
  ['behind all: at the end', 99, 43],
])('puts an image %s', (_, at, expected) => {
  expect(blockPlace(doc, at)).toBe(expected);
});

it('selects the words of a block by its place in the document, or the block', () => {
  const drawn = (path: readonly number[]) => {
    const { from, to } = selectionOf(doc, path) ?? {};
    return [from, to];
  };
  expect([[0], [2, 0, 0], [2], [9]].map(drawn)).toEqual([
    [1, 18],
    [24, 28],
    [21, 31],
    [undefined, undefined],
  ]);
});
