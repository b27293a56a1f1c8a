import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import fc from '../../support/properties.js';
import { MailRendering } from '../../../src/infrastructure/http/content-reading/mail-rendering.js';
import { ContentThreads } from '../../../src/infrastructure/http/content-reading/content-threads.js';
import { safeHtml } from '../../../src/infrastructure/html/safe/safe-html.js';
import { fakeTimeouts } from '../../support/fake-timeouts.js';
import { triesEverything } from '../../support/hostile-html.js';

/** What the document says for itself, before the mail's own. */
const prelude = safeHtml('').split('</head>')[0] ?? '';

const bodyOf = (html: string): string => {
  const document = safeHtml(html);
  expect(document.startsWith(prelude)).toBe(true);
  return /<body>(.*)<\/body>/s.exec(document)?.[1] ?? document;
};

describe('the html of a mail, for a frame', () => {
  it('is laid out as it was', () => {
    const table =
      '<table width="600" bgcolor="#fff"><tbody><tr><td align="center" class="a">Hi</td></tr></tbody></table>';
    expect(bodyOf(table)).toBe(table);
    expect(bodyOf('<h1 style="color:red">1 &lt; 2 &amp; "3"</h1>')).toBe(
      '<h1 style="color:red">1 &lt; 2 &amp; &quot;3&quot;</h1>',
    );
    const picture = '<img src="data:image/png;base64,AAAA" alt="x">';
    expect(bodyOf(picture)).toBe(picture);
    expect(safeHtml('<head><style><!-- p > b { color: red } --></style></head>')).toContain(
      '<style> p > b { color: red } </style></head>',
    );
  });

  it('keeps what stands in elements that mean nothing here', () => {
    expect(bodyOf('<o:p>a</o:p><form><button>b</button></form><noscript>c</noscript><center>d</center>')).toBe(
      'abc<center>d</center>',
    );
  });

  it('says where a link led, and leads nowhere', () => {
    expect(bodyOf('<a href="https://a.test/?b&c" title="https://bank.test" ping="https://p.test">go</a>')).toBe(
      '<a data-link="" title="https://a.test/?b&amp;c">go</a>',
    );
    expect(bodyOf('<a title="Chapter" name="1">1</a>')).toBe('<a title="Chapter" name="1">1</a>');
    expect(bodyOf('<a href="javascript:x()">go</a>')).toBe('<a>go</a>');
  });

  it('shows the pictures that lie in the mail by their content ids', () => {
    const inline = { 'logo@shop': 'data:image/png;base64,AAAA', 'a b': 'data:image/gif;base64,BBBB' };
    const document = safeHtml('<img src="cid:logo@shop"><img src="CID:a%20b"><img src="cid:toString">', { inline });
    expect(document).toContain(
      '<img src="data:image/png;base64,AAAA"><img src="data:image/gif;base64,BBBB"><img></body>',
    );
  });

  it('names pictures of other hosts, over https and no others, where a person asks for them', () => {
    const html =
      '<img src="https://h.test/a" srcset="https://h.test/b"><img src="http://h.test/c"><table background="https://h.test/d">' +
      '</table><p style="background:url(https://h.test/e);list-style:url(http://h.test/f)">x</p>' +
      '<style>@import url(https://h.test/g);@font-face{src:url(https://h.test/h)}</style><iframe src="https://h.test/i"></iframe>';
    expect(safeHtml(html)).not.toMatch(/(?:src|background)="https|url\(/);
    const shown = safeHtml(html, { remote: true });
    const named = shown.match(/(?:src="|background="|url\()https?:\/\/h\.test\/./g)?.map((each) => each.at(-1));
    expect(named).toEqual(['a', 'd', 'e', 'g', 'h']);
    // Neither a style sheet nor a font is fetched: the rules have other names, and the policy allows pictures only.
    expect(shown).toContain('@none url(https://h.test/g);@none{src:');
    expect(shown).toContain("default-src 'none'; img-src data: https:; style-src 'unsafe-inline';");
  });

  it.each([
    '<link rel=preconnect href=//h.test>',
    '<LINK/rel=dns-prefetch href=//h.test',
    '<template shadowrootmode=open><link rel=preconnect href=//h.test><img src=//h.test></template>',
    '<template><template><img src=//h.test></template></template>',
    '<svg><image href="//h.test"/><use href="//h.test#a"/><foreignObject><link href=//h.test></foreignObject></svg>',
    '<math><mtext><table><mglyph><style><math><link rel=preconnect href=//h.test>',
    '<svg></p><style><g title="</style><link rel=preconnect href=//h.test>">',
    '<select><link rel=preconnect href=//h.test></select>',
    '<iframe srcdoc="<link rel=preconnect href=//h.test>"></iframe>',
    '<frameset><frame src=//h.test></frameset>',
    '<video poster=//h.test><source src=//h.test></video>',
    '<img src=//h.test srcset="//h.test 2x"><picture><source srcset=//h.test></picture>',
    '<body background=//h.test><table background=//h.test><tr><td background=//h.test>',
    '<form action=//h.test><button formaction=//h.test></form>',
    '<style>@import "//h.test";</style>'.replace('"//h.test"', 'url(//h.test)').replaceAll('//h.test', 'x'),
    '<title><link href=//h.test></title><textarea><link href=//h.test></textarea><xmp><img src=x></xmp>',
    '<noembed><img src=//h.test></noembed><noframes><link href=//h.test></noframes>',
  ])('names no address: %s', (html) => {
    expect(safeHtml(html)).not.toMatch(/h\.test|@import|url\(|<(?:link|template|svg|math|iframe|frame|form|select)\b/);
  });

  it.each([
    'url(//h.test)',
    'URL( "//h.test" )',
    '\\75rl(//h.test)',
    'u\\rl(//h.test)',
    'image-set("//h.test" 1x)',
    '-webkit-image-set(url(//h.test) 1x)',
    'src("//h.test")',
  ])('fetches nothing by its style: %s', (value) => {
    for (const html of [`<p style='background:${value}'>x`, `<style>p{background:${value}}</style>`]) {
      const shown = bodyOf(html) + safeHtml(html);
      expect(shown).not.toMatch(/(?:url|src|image|image-set)\(/i);
      expect(shown.split(prelude).join('')).not.toContain('\\');
    }
    expect(safeHtml('<style>@im\\port "//h.test"; <\\/style><link></style>')).not.toMatch(/@import|<link/);
  });

  it('has no tag and no attribute of any other kind, whatever it is made from', () => {
    const words = triesEverything('http://h.test').split(/(?=[<>="' ;(])/);
    const fragment = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 5 }));
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 60 }), (parts) => {
        const shown = safeHtml(parts.join('')).slice(prelude.length);
        for (const [tag] of shown.matchAll(/<[^>]*>?/g)) {
          expect(tag).toMatch(/^<(?:\/?[a-z][a-z0-9]*)(?: [a-z-]+="[^"<>]*")*>$/);
          expect(tag).not.toMatch(
            /^<(?:link|script|iframe|template|svg|math|object|embed|base|meta|form|input|video)\b/,
          );
          expect(tag).not.toMatch(/ (?:on[a-z]+|srcset|background|ping|poster|action|data|srcdoc|href)=/);
        }
        expect(safeHtml(shown).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('rendering a mail', () => {
  const warnings: string[] = [];
  const silent = () => {};
  const warn = (_fields: object, message: string) => warnings.push(message);
  // The edge uses one of pino's signatures: an object and a message.
  const logger = { info: silent, warn, error: silent } as never;
  let threads: ContentThreads;
  let rendering: MailRendering;
  let timeMs: number;
  beforeEach(() => {
    warnings.length = 0;
    timeMs = 0;
    // However busy the machine is, no team has used up its share, and nothing takes too long.
    const clock = { now: () => timeMs, threadTime: () => timeMs };
    threads = new ContentThreads({ logger, clock });
    rendering = new MailRendering(threads);
    fakeTimeouts();
  });
  afterEach(async () => {
    jest.useRealTimers();
    await threads.onModuleDestroy();
  });
  const render = (html: string, text?: string) =>
    rendering.render({ html, ...(text === undefined ? {} : { text }) }, 'a team', { escaped: false });

  it('answers its html and its text', async () => {
    expect(await render('<p>Hi</p>', 'Hi')).toEqual({ html: safeHtml('<p>Hi</p>'), text: 'Hi', cut: false });
    expect(await rendering.render({}, 'a team', { escaped: true })).toEqual({ html: null, text: null, cut: false });
    const escaped = await rendering.render({ html: '<p class="a">' }, 'a team', { escaped: true });
    expect(escaped.html).toContain('&lt;p class=&quot;a&quot;&gt;');
  });

  it('answers the first of many, and that there is more', async () => {
    const bodies = ['first', 'second', 'third'].map((text) => ({
      text: text.padEnd(262_144),
      html: '"'.repeat(250_000),
    }));
    const shown = await rendering.renderAll(bodies, (body) => body, 'a team');
    expect(shown.map(([mail, { html, text, cut }]) => [mail.text.trim(), html !== null, text !== null, cut])).toEqual([
      ['first', true, true, false],
      ['second', false, false, true],
      ['third', false, false, true],
    ]);
  });

  it('answers the beginning of a large one', async () => {
    const { html, text, cut } = await render(`<p>${'x'.repeat(3_000_000)}</p>`, 'y'.repeat(3_000_000));
    expect([html!.length > 1_000_000, html!.length < 1_100_000, text?.length, cut]).toEqual([
      true,
      true,
      262_144,
      true,
    ]);
  });

  it('reads tags that never end at once', async () => {
    const startMs = performance.now();
    expect((await render('<link '.repeat(50_000))).html).toBe(safeHtml(''));
    expect(performance.now() - startMs).toBeLessThan(5_000);
  });

  it('answers the text where the html takes too long or too much, and goes on with the next', async () => {
    const large = '<p>hello <b>you</b></p>'.repeat(40_000);
    const cutOff = (text?: string) => {
      const shown = render(large, text);
      timeMs += 1_000;
      jest.runOnlyPendingTimers();
      return shown;
    };
    expect(await cutOff('Hi')).toEqual({ html: null, text: 'Hi', cut: true });
    const bare = await cutOff();
    expect([bare.html, bare.text?.slice(0, 9), bare.cut]).toEqual([null, 'hello you', true]);
    expect(warnings).toEqual(['rendering of html took too long', 'rendering of html took too long']);
    // The parser opens all of them again in each paragraph.
    const fonts = Array.from({ length: 3_000 }, (_, index) => `<font size=${index}>`).join('');
    const huge = `<p>${fonts}${'<p>x'.repeat(3_000)}`;
    jest.useRealTimers();
    await threads.onModuleDestroy();
    threads = new ContentThreads({ logger });
    rendering = new MailRendering(threads);
    expect(await render(huge, 'Hi')).toMatchObject({ html: null, text: 'Hi', cut: true });
    expect((await rendering.render({ html: '<p>Hi' }, 'another', { escaped: false })).html).toBe(safeHtml('<p>Hi'));
  });
});
