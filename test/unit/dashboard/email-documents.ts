import { documentOf, type DocumentNode } from '../../../dashboard/src/rooms/broadcasts/editor/email/document.js';
import { defaultStyles } from '../../../dashboard/src/rooms/broadcasts/editor/email/styles.js';

/* Ten emails as the editor writes them: what people send, and what is easily got wrong. */

const text = (words: string, ...marks: readonly string[]): DocumentNode => ({
  type: 'text',
  text: words,
  ...(marks.length === 0 ? {} : { marks: marks.map((type) => ({ type })) }),
});
const link = (words: string, href: string): DocumentNode => ({
  type: 'text',
  text: words,
  marks: [{ type: 'link', attrs: { href } }],
});
const tag = (key: string, fallback = ''): DocumentNode => ({ type: 'mergeTag', attrs: { key, fallback } });
const paragraph = (...content: readonly DocumentNode[]): DocumentNode => ({ type: 'paragraph', content });
const heading = (level: number, words: string): DocumentNode => ({
  type: 'heading',
  attrs: { level },
  content: [text(words)],
});
const item = (words: string, ...inner: readonly DocumentNode[]): DocumentNode => ({
  type: 'listItem',
  content: [paragraph(text(words)), ...inner],
});
const bullets = (...content: readonly DocumentNode[]): DocumentNode => ({ type: 'bulletList', content });
const numbers = (start: number, ...content: readonly DocumentNode[]): DocumentNode => ({
  type: 'orderedList',
  attrs: { start },
  content,
});
const button = (words: string, href: string, textAlign?: string): DocumentNode => ({
  type: 'button',
  attrs: { href, textAlign },
  content: [text(words)],
});
const image = (alt: string, more: Readonly<Record<string, unknown>> = {}): DocumentNode => ({
  type: 'image',
  attrs: { src: 'https://img.example.com/a.png', alt, ...more },
});
const columns = (...content: readonly (readonly DocumentNode[])[]): DocumentNode => ({
  type: 'columns',
  content: content.map((inner) => ({ type: 'column', content: inner })),
});
const quote = (...content: readonly DocumentNode[]): DocumentNode => ({ type: 'blockquote', content });
const rule: DocumentNode = { type: 'horizontalRule' };
const social: DocumentNode = {
  type: 'socialLinks',
  attrs: {
    textAlign: 'center',
    links: [
      { name: 'LinkedIn', url: 'linkedin.com/company/acme' },
      { name: '', url: 'https://example.com' },
      { name: 'X', url: 'javascript:alert(1)' },
    ],
  },
};
const footer: DocumentNode = {
  type: 'footer',
  attrs: { reason: 'You subscribed at acme.example.', address: 'Acme Ltd\n1 High Street', label: 'Unsubscribe' },
};
const html: DocumentNode = { type: 'htmlBlock', attrs: { html: '<p style="margin:0">Own <b>html</b></p>' } };

const of = (...content: readonly DocumentNode[]) => documentOf(defaultStyles, [...content, footer]);

export const emailDocuments = {
  letter: of(paragraph(text('Hello '), tag('FIRST_NAME', 'there'), text(', thank you for being here.')), paragraph()),
  newsletter: of(
    heading(1, 'November news'),
    image('A horse in the snow', { width: 100, href: 'https://example.com/horse' }),
    paragraph(text('What is '), text('new', 'bold', 'italic'), text(' & what is <old>.')),
    button('Read more', 'https://example.com/news', 'center'),
  ),
  columns: of(
    columns(
      [heading(2, 'Left'), paragraph(text('One'))],
      [image('Right', { width: 50 }), button('Buy', 'https://a.example')],
    ),
    columns([paragraph(text('1'))], [paragraph(text('2'))], [paragraph(text('3'))], [paragraph(text('4'))]),
  ),
  lists: of(bullets(item('First', bullets(item('Inner'))), item('Second')), numbers(3, item('Third'), item('Fourth'))),
  quotes: of(quote(paragraph(text('Be conservative in what you send.')), paragraph(text('Jon Postel'))), rule),
  links: of(
    paragraph(link('our site', 'https://example.com/?a=1&b="2"'), text(', '), link('mail', 'ada@example.com')),
    paragraph(link('not a link', 'javascript:alert(1)')),
    social,
  ),
  tags: of(
    paragraph(tag('contact.plan', '"free" {plan}'), text(' '), tag('LAST_NAME')),
    button('Account', '{{{contact.account_url|https://example.com}}}'),
  ),
  html: of(html, paragraph(text('after'))),
  dark: documentOf(
    {
      ...defaultStyles,
      font: 'georgia',
      width: 480,
      ground: '#101418',
      surface: '#1b2027',
      text: '#ffffff',
      brand: '#f5b83d',
    },
    [heading(1, 'At night'), paragraph(text('Light on dark')), button('Go', 'https://example.com'), footer],
  ),
  unknown: of({ type: 'video', attrs: { src: 'https://example.com/a.mp4' } }, image('', { src: 'data:,' }), {
    type: 'paragraph',
    attrs: { textAlign: 'right' },
    content: [text('Only this', 'underline', 'strike', 'code', 'blink')],
  }),
} as const;
