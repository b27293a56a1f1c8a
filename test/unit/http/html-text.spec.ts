import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HtmlText } from '../../../src/infrastructure/http/emails/html-text/html-text.js';
import { stripTags } from '../../../src/infrastructure/http/emails/html-text/strip-tags.js';

describe('the text of an html mail', () => {
  const warnings: string[] = [];
  /** Longer than a sound conversion takes on a busy machine, and shorter than a hostile one. */
  const conversionTimeoutMs = 10_000;
  let htmlText: HtmlText;
  beforeEach(() => {
    warnings.length = 0;
    const silent = () => {};
    const warn = (_fields: object, message: string) => warnings.push(message);
    // The edge uses one of pino's signatures: an object and a message.
    htmlText = new HtmlText({ logger: { info: silent, warn, error: silent } as never, conversionTimeoutMs });
  });
  afterEach(() => htmlText.onModuleDestroy());

  const paragraph = '<p>Hello <b>you</b> &amp; <a href="https://example.com/a">all</a></p>';
  const text = 'Hello you & all [https://example.com/a]';

  it('reads like a text mail', async () => {
    expect(await htmlText.derive('')).toBe('');
    expect(await htmlText.derive(paragraph)).toBe(text);
    expect(await htmlText.derive('<style>p{}</style><h1>Hi</h1><img src="x.png" alt="x"><ul><li>a<li>b</ul>')).toBe(
      'Hi\n\n * a\n * b',
    );
  });

  it('is the same for a long document', async () => {
    expect(await htmlText.derive(paragraph.repeat(50))).toBe(Array.from({ length: 50 }, () => text).join('\n\n'));
  });

  it('comes in the order of the requests', async () => {
    const documents = Array.from({ length: 20 }, (_, i) => `<p>${i}</p>`.repeat(200));
    const derived = await Promise.all(documents.map((html) => htmlText.derive(html)));
    expect(derived.map((each) => each.split('\n')[0])).toEqual(documents.map((_, i) => String(i)));
  });

  it('of a hostile document is cut short, and the ones behind it are still read', async () => {
    const [hostile, next] = await Promise.all([
      htmlText.derive(`${'<b>'.repeat(300_000)}bait`),
      htmlText.derive(paragraph.repeat(50)),
    ]);
    expect(hostile).toBe('bait');
    expect(next).toContain(text);
    expect(warnings).toEqual(['html conversion took too long']);
  });

  it('of an enormous document is what stands between the tags of its beginning', async () => {
    const derived = await htmlText.derive(`<title>no</title>${'<p>word</p>'.repeat(200_000)}`);
    expect(derived).toMatch(/^(?:word )+\w+$/);
    // The first million characters hold 90,907 whole paragraphs, and the letters of one more.
    expect(derived.split(' ').length).toBe(90_908);
  });
});

describe('stripping tags', () => {
  it.each([
    ['a<br>b', 'a b'],
    ['<p title="x">a</p>\n\n<p>b</p>', 'a b'],
    ['a &lt;b&gt; &amp;amp; &quot;c&quot;&nbsp;&#39;d&#39;', 'a <b> &amp; "c" \'d\''],
    ['<STYLE>p { }</style>a<script>x > 1; "</p>"</script >b', 'a b'],
    ['a<!-- <p>b</p> -->c', 'a c'],
    ['a<b', 'a'],
    ['<!-- a', ''],
    ['<script>a', ''],
  ])('%s', (html, text) => {
    expect(stripTags(html)).toBe(text);
  });

  it.each(['<', '<b>', '<!--', '<script>', '</script', '<a <'])(
    'leaves nothing of %s, however often it stands there',
    (piece) => {
      expect(stripTags(piece.repeat(300_000))).toBe('');
    },
  );
});
