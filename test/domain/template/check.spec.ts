import type { TemplateVariable } from '../../../src/domain/template/content.js';
import { clientSupportDate, clientSupportLines } from '../../../src/domain/template/check/client-support.data.js';
import { clients, features } from '../../../src/domain/template/check/client-support.js';
import type { CheckedContent } from '../../../src/domain/template/check/read-content.js';
import { contentFindings } from '../../../src/domain/template/check/rules.js';
import { readContent } from '../../../src/infrastructure/http/content-reading/read-content.js';

const check = (html: string, more: Partial<CheckedContent> = {}) =>
  contentFindings({
    subject: 'Hello',
    html,
    text: 'Hello',
    variables: [],
    read: readContent(html),
    senderDomains: new Set(['example.com']),
    registeredDomainOf: (host) => host.split('.').slice(-2).join('.'),
    ...more,
  });
const named = (name: string, html: string, more?: Partial<CheckedContent>) =>
  check(html, more).filter((finding) => finding.name === name);
const variable = (key: string, fallback: string | null = null): TemplateVariable => ({ key, type: 'string', fallback });
const good = `<!doctype html><html><body>
<div style="display:none;max-height:0;opacity:0">Your order is on its way</div>
<h1 style="color:#111">Hello {{{NAME}}}</h1>
<a href="https://example.com/orders"><img src="https://img.example.com/a.png" alt="Your order" width="600"></a>
</body></html>`;

describe('the check of a content', () => {
  it('finds nothing in one that is right', () => {
    expect(check(good, { variables: [variable('NAME')] })).toEqual([]);
  });

  it.each<[string, string, string, RegExp, string, Partial<CheckedContent>?, Partial<CheckedContent>?]>([
    ['unreadable', 'error', '<p>', /in time/, '<p>', { read: null }],
    ['clipping', 'error', 'é'.repeat(52_224), /is 102 KB.*first 102 KB/, 'é'.repeat(52_223)],
    ['plain-text', 'warning', '<p>', /no plain-text part/, '<p>', { text: ' \n' }],
    ['unknown-variables', 'warning', '<p>{{{A}}}', /`A` is used/, '{{{A}}}', {}, { variables: [variable('A')] }],
    ['unknown-variables', 'note', '<p>{{{A|x}}}', /`A` is used/, '{{{contact.name}}} {{{EMAIL}}}'],
    ['unused-variables', 'note', '<p>', /`A` is declared/, '{{{A}}}', { variables: [variable('A')] }],
    ['dead-links', 'error', '<a href="/orders">', /`\/orders` is no whole/, '<a href="mailto:a@example.com">'],
    ['dead-links', 'error', '<a href="#">', /leads nowhere/, '<a href="#top">'],
    ['dead-links', 'error', '<a href=" javascript:alert(1)">', /scheme javascript/, '<a href="{{{URL}}}/x">'],
    ['dead-links', 'error', '<img src="static/a.png" alt="">', /image `static\/a.png`/, '<img src="cid:a" alt="">'],
    ['secure-links', 'warning', '<a href="HTTP://example.com">', /not https/, '<a href="https://example.com">'],
    ['secure-links', 'warning', '<a href="{{{URL|http://a.com}}}">', /`http:\/\/a.com`/, '<a href="{{{URL}}}">'],
    ['secure-links', 'warning', '<a href="{{{U}}}">', /`http:/, '<a>', { variables: [variable('U', 'http://a.com')] }],
    [
      'image-hosts',
      'warning',
      '<img alt="" src="https://a@b.example.net:8/a.png">',
      /from b.example.net, which/,
      '<img alt="" src="https://cdn.Example.com/a.png">',
    ],
    ['alt-texts', 'warning', '<img src="https://a.com/a.png">', /`https:\/\/a.com\/a.png` has no/, '<img alt="">'],
    ['alt-texts', 'warning', '<img src="a" width="1">', /has no/, '<img width="1" height="1px">'],
    ['unsafe-elements', 'error', '<script>1</script>', /<script>/, '<noscript>1</noscript>'],
    ['unsafe-elements', 'warning', '<form></form>', /<form>/, '<p>form</p>'],
    ['unsafe-elements', 'note', '<style>p{}</style>', /<style>/, '<p style="color:red">'],
    ['html-support', 'warning', '<svg></svg><svg/>', /<svg> image` \(2 times\): .*Gmail/, '<table><tr><td>'],
    ['css-support', 'warning', '<p style="position:sticky">', /`position`: ignored by Gmail/, '<p style="color:red">'],
    ['html-support', 'note', '<meta name="color-scheme" content="light dark">', /Gmail/, '<meta name="author">'],
    ['css-support', 'note', '<p style="color-scheme:dark">', /Gmail/, '<p style="color:red">'],
    ['css-support', 'note', '<p style="border-radius:3px">', /Outlook for Windows/, '<p style="width:3px">'],
    ['css-support', 'warning', '<style>a:not(b){}</style>', /`:not`/, '<style>.x b{}</style>'],
    ['css-support', 'warning', '<style>@font-face{}</style>', /`@font-face`/, '<style>a{}</style>'],
    [
      'css-support',
      'warning',
      '<p style="width:calc(1px + 2px)">',
      /calc\(\)/,
      '<p style="width:9px;width:calc(9px)">',
    ],
    ['image-formats', 'warning', '<img alt="" src="data:image/png;base64,">', /Base 64/, '<img alt="" src="/a.PNG?x">'],
    ['broken-css', 'warning', '<p style="color">', /Colon is expected/, '<p style="color:red;">'],
    ['style-size', 'warning', `<style>/*${'x'.repeat(17_000)}*/</style>`, /17 KB, and/, '<style>a{}</style>'],
    ['preheader', 'note', '<title>T</title><p>Hello <b>you</b>', /show “Hello you”/, '<div hidden>Pre</div><p>Hello'],
    [
      'preheader',
      'note',
      '<p>Hello {{{FIRST_NAME}}}</p><table><tr><td>read</td><td>{{{X|more}}}</td></tr></table>You<br>get',
      /show “Hello … read more You get”/,
      '<div hidden><p>Pre</p></div><p>Hello',
    ],
  ])('says %s (%s), %#', (name, severity, wrong, seen, right, ofWrong = {}, ofRight = {}) => {
    expect(named(name, wrong, ofWrong)).toEqual([
      expect.objectContaining({ severity, seen: expect.stringMatching(seen), why: expect.any(String) }),
    ]);
    expect(named(name, right, ofRight)).toEqual([]);
  });

  it('says where, the worst first', () => {
    const html = '<p>\n <img src="http://example.com/a.png"\n style="x;z-index:1">\n<style>\n a { float:left }</style>';
    const found = check(html, { subject: 'Hi {{{NAME}}}' });
    expect(found.map(({ name, place }) => [name, place])).toEqual([
      ['unknown-variables', { part: 'subject', line: 1, column: 4 }],
      ['secure-links', { part: 'html', line: 2, column: 2 }],
      ['alt-texts', { part: 'html', line: 2, column: 2 }],
      ['css-support', { part: 'html', line: 3, column: 11 }],
      ['broken-css', { part: 'html', line: 3, column: 10 }],
      ['unsafe-elements', { part: 'html', line: 4, column: 1 }],
      ['css-support', { part: 'html', line: 5, column: 6 }],
      ['preheader', null],
    ]);
  });

  it('compares no hosts where the team has no domain', () => {
    const image = '<img alt="" src="https://a.example.net/a.png">';
    expect(named('image-hosts', image, { senderDomains: new Set() })).toEqual([]);
  });

  it('says at most twenty things of a kind', () => {
    expect(named('alt-texts', '<img src="a">'.repeat(1_000))).toHaveLength(20);
  });
});

describe('what clients support', () => {
  it('is whole, and of a day', () => {
    expect(clientSupportDate).toMatch(/^20\d\d-\d\d-\d\d$/);
    const lines = clientSupportLines.trim().split('\n');
    expect(lines.length).toBeGreaterThan(200);
    const shape = new RegExp(`^[a-z-]+:[^|]+\\|(css|html|image)-[a-z0-9-]+\\|[^|]+\\|[ynau]{${clients.length}}$`);
    expect(lines.filter((line) => !shape.test(line))).toEqual([]);
  });

  it.each([
    ['property:position', 'Gmail', true],
    ['value:display:flex', 'Outlook for Windows (classic)', true],
    ['value:display:flex', 'Apple Mail', false],
    ['property:max-width', 'Gmail', false],
    ['element:video', 'Gmail', true],
    ['function:var', 'Outlook for Windows (classic)', true],
    ['image:webp', 'Outlook for Windows (classic)', true],
  ] as const)('has %s ignored by %s: %s', (key, client, isIgnored) => {
    expect(features.get(key)?.ignoredBy.includes(client)).toBe(isIgnored);
  });
});
