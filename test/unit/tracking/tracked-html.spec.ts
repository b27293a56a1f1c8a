import { describe, expect, it } from '@jest/globals';
import fc from '../../support/properties.js';
import { parse, parseFragment, serialize } from 'parse5';
import { trackHtml } from '../../../src/infrastructure/tracking/tracked-html.js';

/** The html with each link replaced by its number, and the targets in their order. */
function tracked(html: string, pixel?: string) {
  const targets: string[] = [];
  const linkFor = (target: string): string => {
    targets.push(target);
    return `https://t.example/${targets.length - 1}`;
  };
  return { html: trackHtml(html, { linkFor, ...(pixel === undefined ? {} : { pixel }) }), targets };
}

describe('links of a page', () => {
  it.each([
    ['in double quotes', '<a href="https://a.example/x">', '<a href="https://t.example/0">'],
    ['in single quotes', "<a class=b href='https://a.example/x' id=c>", "<a class=b href='https://t.example/0' id=c>"],
    ['without quotes', '<a href=https://a.example/x>', '<a href=https://t.example/0>'],
    ['in upper case', '<A HREF = "HTTPS://A.EXAMPLE/x">', '<A HREF = "https://t.example/0">'],
    ['in an image map', '<area href="http://a.example/x">', '<area href="https://t.example/0">'],
    ['with blanks around', '<a href=" \n https://a.example/x ">', '<a href="https://t.example/0">'],
  ])('are replaced %s, and nothing else is', (_name, html, expected) => {
    const { html: rewritten, targets } = tracked(html);
    expect(rewritten).toBe(expected);
    expect(targets).toHaveLength(1);
  });

  it('are read as a browser reads them', () => {
    const { targets } = tracked(
      '<a href="https://a.example/?a=1&amp;b=2&copy=3"></a><a href="https://bücher.example/straße?q=ä"></a><a href="https://a.example/&#x61;\nb"></a>',
    );
    expect(targets).toEqual([
      'https://a.example/?a=1&b=2&copy=3',
      'https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%A4',
      'https://a.example/ab',
    ]);
  });

  it('in the comments that Outlook reads are replaced too', () => {
    const html =
      '<!--[if mso]><v:roundrect href="https://a.example/1" arcsize="8%"><center>Go</center></v:roundrect><![endif]--><!-- <a href="https://a.example/2"> --><!--[if !mso]><!--><a href="https://a.example/3">Go</a><!--<![endif]-->';
    const { html: rewritten, targets } = tracked(html);
    expect(targets).toEqual(['https://a.example/1', 'https://a.example/3']);
    expect(rewritten).toBe(
      html.replace('https://a.example/1', 'https://t.example/0').replace('https://a.example/3', 'https://t.example/1'),
    );
  });

  it.each([
    '<a href="mailto:a@a.example">',
    '<a href="#top">',
    '<a href="/relative">',
    '<a href="tel:+1">',
    '<a href="https://">',
    '<a data-track="off" href="https://a.example/">',
    '<a href>',
    '<a>',
    '<link href="https://a.example/x.css">',
    '<img src="https://a.example/x.png">',
    '<style>a { content: "<a href=https://a.example>" }</style>',
    '<title><a href="https://a.example/"></title>',
    '<textarea><a href="https://a.example/"></textarea>',
    '<script>"<a href=https://a.example/>"</script>',
    '<!-- <a href="https://a.example/"> -->',
  ])('that lead to no page, or opt out, stay: %s', (html) => {
    expect(tracked(html)).toEqual({ html, targets: [] });
  });

  it('with octets of an unknown charset stay', () => {
    const html = '<a href="https://a.example/\xfc">1</a><a title="\xfc" href="https://a.example/u">2</a>';
    const linkFor = () => 'https://t.example/0';
    expect(trackHtml(html, { linkFor, isBytes: true })).toBe(
      html.replace('https://a.example/u', 'https://t.example/0'),
    );
  });

  it('that are not to be tracked keep their bytes', () => {
    const html = '<a href="https://a.example/leave">1</a><a href="https://a.example/2">2</a>';
    const linkFor = (target: string) => (target.endsWith('leave') ? undefined : 'https://t.example/0');
    expect(trackHtml(html, { linkFor })).toBe(html.replace('https://a.example/2', 'https://t.example/0'));
  });
});

describe('hostile html', () => {
  it('with an element that is called as a member of every object is read as any other', () => {
    const html = '<constructor><a href="https://a.example/"></constructor>';
    expect(tracked(html).targets).toEqual(['https://a.example/']);
  });

  it('with comments in comments is read once', () => {
    const html = '<!--[if mso]>'.repeat(100_000);
    expect(tracked(html)).toEqual({ html, targets: [] });
  });
});

describe('the pixel', () => {
  const image = '<img src="https://t.example/p" width="1" height="1" alt="" style="border:0;width:1px;height:1px">';

  it.each([
    ['<html><body><p>Hi</p></body></html>', `<html><body><p>Hi</p>${image}</body></html>`],
    ['<p>Hi</p>', `<p>Hi</p>${image}`],
    ['<body>a</body><!-- </body> -->', `<body>a${image}</body><!-- </body> -->`],
    ['', image],
  ])('stands at the end of the body of %s', (html, expected) => {
    expect(trackHtml(html, { pixel: 'https://t.example/p' })).toBe(expected);
  });
});

describe('any html', () => {
  it('keeps its elements and every other attribute', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<a href="https://a.example/?x=1&amp;y=2">',
        "<a href='https://b.example'>",
        '</a>',
        '<table><tr><td>',
      ),
      fc.constantFrom(
        '<!--[if mso]>',
        '<![endif]-->',
        '<!--',
        '-->',
        '</body>',
        '<svg>',
        '<style>',
        '</style>',
        '<title>',
        '</title>',
      ),
      fc.constantFrom('<a href=', '"', "'", '>', '<', '&', '=', '<a data-track=off href="https://c.example">'),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const html = pieces.join('');
        const { html: rewritten, targets } = tracked(html);
        let number = 0;
        const back = rewritten.replace(/https:\/\/t\.example\/(\d+)/g, () => targets[number++] ?? '');
        expect(number).toBe(targets.length);
        // Read by the whole parser: the links lead where they did, and all else is the same.
        expect(normal(back)).toBe(normal(html));
      }),
      { numRuns: 500 },
    );
  });

  /** As a parser has it, with links as a browser would follow them. */
  function normal(html: string): string {
    const text = serialize(html.includes('<body') ? parse(html) : parseFragment(html));
    return text.replaceAll(/https:\/\/[abc]\.example\/?(\?x=1(&amp;|&)y=2)?/g, (url) =>
      url.replace('&amp;', '&').replace(/example$/, 'example/'),
    );
  }
});
