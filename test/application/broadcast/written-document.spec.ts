import {
  maxDocumentBytes,
  maxDocumentDepth,
  readDocument,
} from '../../../src/application/broadcast/written-document.js';

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, marks });
const written = (content: readonly unknown[], more: object = {}) => ({
  schema: 'posthorn.broadcast',
  version: 1,
  doc: { type: 'doc', content },
  style: { link: { color: '#0a0' } },
  ...more,
});
const problemOf = (value: unknown) => {
  const read = readDocument(value);
  return 'problem' in read ? read.problem : undefined;
};
const link = (href: unknown) => written([text('a', { type: 'link', attrs: { href } })]);

describe('the document of a broadcast', () => {
  it('is read as it was written', () => {
    const document = written([
      {
        type: 'heading',
        attrs: { level: 1 },
        content: [text('Hello'), { type: 'mergeTag', attrs: { name: 'EMAIL' } }],
      },
      { type: 'image', attrs: { src: 'https://example.com/a.png', alt: 'data: of a year' } },
      { type: 'button', attrs: { href: '{{{RESEND_UNSUBSCRIBE_URL}}}' } },
    ]);
    expect(readDocument(document)).toEqual({ document });
  });

  it.each([
    [null, 'It must be an object.'],
    [written([], { schema: 'other' }), '`schema`'],
    [written([], { version: 2 }), '`version`'],
    [written([], { more: 1 }), '`more`'],
    [written([], { doc: { type: 'paragraph' } }), '`doc`'],
    [written([], { style: [] }), '`style`'],
    [written([{ type: 'script' }]), '`doc.content[0]` has the unknown type `script`'],
    [written([text('a', { type: 'blink' })]), '`doc.content[0].marks[0]` has the unknown type `blink`'],
    [written([{ type: 'paragraph', onclick: 'x' }]), 'unknown member `onclick`'],
    [written(['text']), '`doc.content[0]` must be an object'],
    [written([{ type: 'text', text: 7 }]), '`doc.content[0].text` must be a string'],
    [
      written([{ type: 'image', attrs: { style: { backgroundImage: 'javascript:x' } } }]),
      'backgroundImage` must be a URL',
    ],
    [written([{ type: 'socialLinks', attrs: { links: [{ url: 'ftp://a' }] } }]), 'url` must be a URL'],
    [written([], { style: { page: { 'background-image': 'ftp://a' } } }), '`style.page.background-image`'],
    [written([text('a'.repeat(maxDocumentBytes))]), 'at most 1000000 bytes'],
  ])('is refused with the place: %#', (value, problem) => {
    expect(problemOf(value)).toContain(problem);
  });

  it.each([
    'https://example.com',
    'http://a',
    'mailto:a@b.example',
    'tel:+1',
    '#top',
    '',
    '{{{contact.url|https://a}}}',
  ])('may lead to %s', (href) => expect(problemOf(link(href))).toBeUndefined());
  it.each(['javascript:alert(1)', ' data:text/html,x', '//example.com', 'ftp://a', '{{{EMAIL|javascript:x}}}', 'a'])(
    'may not lead to %s',
    (href) => expect(problemOf(link(href))).toContain('must be a URL of http, https, mailto or tel'),
  );

  it('is not nested without end, and a bomb of it throws nothing', () => {
    const nested = (depth: number): object =>
      depth === 0 ? text('a') : { type: 'section', content: [nested(depth - 1)] };
    expect(problemOf(written([nested(maxDocumentDepth - 2)]))).toBeUndefined();
    expect(problemOf(written([nested(maxDocumentDepth)]))).toContain('nested deeper');
    let style: object = {};
    for (let depth = 0; depth < 20_000; depth += 1) style = { a: style };
    expect(problemOf(written([], { style }))).toContain('nested deeper');
    expect(problemOf(written(Array.from({ length: 20_001 }, () => text('a'))))).toContain('20000 nodes');
  });
});
