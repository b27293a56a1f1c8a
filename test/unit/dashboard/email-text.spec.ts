import type { DocumentNode } from '../../../dashboard/src/rooms/broadcasts/editor/email/document.js';
import { textOf } from '../../../dashboard/src/rooms/broadcasts/editor/email/text.js';

const ownHtml = (html: string): string => textOf([{ type: 'htmlBlock', attrs: { html } }]).trim();

describe('the text part of what the editor writes', () => {
  it('has a link with a bold word once', () => {
    const link = { type: 'link', attrs: { href: 'https://example.com/a' } };
    const content = [
      { type: 'text', text: 'Before ' },
      { type: 'text', text: 'read ', marks: [link] },
      { type: 'text', text: 'much', marks: [link, { type: 'bold' }] },
      { type: 'mergeTag', attrs: { key: 'A', fallback: '' }, marks: [link] },
      { type: 'text', text: 'other', marks: [{ type: 'link', attrs: { href: 'https://example.com/b' } }] },
    ];
    expect(textOf([{ type: 'paragraph', content }])).toBe(
      'Before read much{{{A}}} [https://example.com/a]other [https://example.com/b]\n',
    );
  });

  const cell = (text: string, textAlign?: string, type = 'tableCell') => ({
    ...{ type, attrs: { textAlign } },
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  });
  const header = (text: string) => cell(text, undefined, 'tableHeader');
  const row = (...content: readonly object[]) => ({ type: 'tableRow', content });
  const table = (...content: readonly object[]) => textOf([{ type: 'table', content } as DocumentNode]).trim();
  const long = 'A description of a plan that takes nearly all of the signs of one line';

  it.each([
    [
      'its columns below one another, numbers on the right',
      table(
        row(header('Plan'), header('Price')),
        row(cell('Small'), cell('€9', 'right')),
        row(cell(''), cell('€49', 'right')),
        row(cell(''), cell('')),
      ),
      'Plan   Price\n-----  -----\nSmall     €9\n         €49',
    ],
    ['no line where no header is', table(row(cell('A'), cell('B')), row(cell('Long'), cell('C'))), 'A     B\nLong  C'],
    [
      'each row by itself where a line is too short',
      table(row(header('Plan'), header('What')), row(cell('Small'), cell(long)), row(cell('Large'), cell(''))),
      `Plan: Small\nWhat: ${long}\n\nPlan: Large`,
    ],
    ['and without a header its cells apart', table(row(cell(long), cell(long))), `${long} | ${long}`],
  ])('has of a table %s', (_, text, expected) => {
    expect(text).toBe(expected);
  });

  it.each([
    [
      '<p>Read <a href="https://example.com/a?b=1&amp;c=2">the <b>news</b></a></p>',
      'Read the news [https://example.com/a?b=1&c=2]',
    ],
    ["<a class=x href='https://example.com'><img alt='Shop' src=x></a>", 'Shop [https://example.com]'],
    ['<a href="https://example.com">https://example.com</a>', 'https://example.com'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['<div style="DISPLAY : none">SECRET<p>SECRET</p></div>Seen', 'Seen'],
    ['<div hidden>SECRET</div><p style="font-size:0">SECRET</p>Seen', 'Seen'],
    ['<p style="max-height:0;overflow:hidden">SECRET<br>SECRET</p>Seen', 'Seen'],
    [
      '<style>p{}</style><noscript>SECRET</noscript><template>SECRET</template><!--[if mso]>SECRET<![endif]-->Seen',
      'Seen',
    ],
    ['<p style="display:none">SECRET', ''],
    ['Tom &amp; Jerry&#39;s &#x20AC;&shy;<br/>5 < 6', "Tom & Jerry's €\n5 < 6"],
  ])('says of an own html what it shows: %s', (html, text) => {
    expect(ownHtml(html)).toBe(text);
  });
});
