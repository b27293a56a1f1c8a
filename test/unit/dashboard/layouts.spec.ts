import { documentOf } from '../../../dashboard/src/rooms/broadcasts/editor/email/document.js';
import {
  isUntouched,
  layoutBlocks,
  layoutNames,
} from '../../../dashboard/src/rooms/broadcasts/editor/email/layouts.js';
import { defaultStyles } from '../../../dashboard/src/rooms/broadcasts/editor/email/styles.js';
import { toEmail } from '../../../dashboard/src/rooms/broadcasts/editor/email/to-email.js';
import { readDocument } from '../../../src/application/broadcast/written-document.js';
import { unsafeHtml } from '../../../src/domain/template/check/unsafe-html.js';
import { readContent } from '../../../src/infrastructure/http/content-reading/read-content.js';

const footer = { type: 'footer', attrs: { reason: 'You subscribed.', address: 'London', label: 'Unsubscribe' } };
const emails = layoutNames.map(
  (name) => [name, toEmail(documentOf(defaultStyles, [...layoutBlocks(name), footer]))] as const,
);

it('are twelve', () => expect(layoutNames).toHaveLength(12));

it.each(emails)('%s is taken by the server, and has text and tags with fallbacks', (_, email) => {
  const { html, text, document } = email;
  expect(readDocument(JSON.parse(JSON.stringify(document)))).toHaveProperty('document');
  expect(unsafeHtml(readContent(html))).toBeUndefined();
  expect(text.length).toBeGreaterThan(150);
  expect(`${html}${text}`).not.toMatch(/\{\{\{(?!RESEND_UNSUBSCRIBE_URL)[^|{}]*\}\}\}|undefined|(^|>)[#>[-] /);
  expect(isUntouched(document)).toBe(false);
});

it('are made of lists, columns, quotes and buttons where their lines say so', () => {
  const kinds = (name: (typeof layoutNames)[number]) => layoutBlocks(name).map(({ type }) => type);
  expect(kinds('welcome')).toEqual(['heading', 'paragraph', 'bulletList', 'button']);
  expect(kinds('product')).toEqual(['heading', 'paragraph', 'columns', 'button', 'blockquote']);
  expect(layoutBlocks('welcome')[2]?.content).toHaveLength(3);
  expect(layoutBlocks('welcome')[0]?.content).toMatchObject([{ text: 'Welcome, ' }, { attrs: { key: 'FIRST_NAME' } }]);
});

it('are offered while there is nothing but what a brand begins with', () => {
  const logo = { type: 'image', attrs: { src: 'https://example.com/logo.png' } };
  const document = documentOf(defaultStyles, [logo, { type: 'paragraph' }, { type: 'socialLinks' }, footer]);
  expect(isUntouched(document)).toBe(true);
  expect(isUntouched(documentOf(defaultStyles, [{ type: 'paragraph' }, logo, footer]))).toBe(false);
});
