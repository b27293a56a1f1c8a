import { contentAfter, emptyContent, htmlAsWritten } from '../../../src/application/broadcast/broadcast-content.js';
import { pageHeadOf } from '../../../src/infrastructure/html/page-head.js';
import { readContent } from '../../../src/infrastructure/http/content-reading/read-content.js';
import { findPlaces } from '../../../src/infrastructure/html/find-places.js';

const reading = {
  textOf: (html: string) => Promise.resolve(html),
  placesOf: async (html: string) => findPlaces(html),
  headOf: async (html: string) => pageHeadOf(html),
  readContent: (html: string) => Promise.resolve(readContent(html)),
};
const document = { schema: 'posthorn.broadcast', version: 1, doc: { type: 'doc', content: [] }, style: {} } as const;
const html = '<html lang="de"><head><title></title></head><body><p>x</p></body></html>';

it('gives what the editor wrote the subject as its title, also when the subject alone changes', async () => {
  const first = await contentAfter(emptyContent, { subject: 'One', html, document }, reading);
  if ('refused' in first) throw new Error(first.seen);
  const then = await contentAfter(first, { subject: 'Two', previewText: 'Pre' }, reading);
  if ('refused' in then) throw new Error(then.seen);
  expect(first.html).toContain('<title>One</title>');
  expect(then.html).toMatch(
    /<title>Two<\/title><\/head><body><div style="[^"]*">Pre(?:&#847;&zwnj;&nbsp;){90}<\/div><p>x/,
  );
  expect(readContent(then.html)).toMatchObject({ preheader: 'Pre', opening: 'x' });
  expect([first, then].map(htmlAsWritten)).toEqual([html, html]);
});

it('leaves the title of html that was written by hand', async () => {
  const content = await contentAfter(emptyContent, { subject: 'One', html }, reading);
  expect(content).toMatchObject({ html, writtenHtml: null });
});
