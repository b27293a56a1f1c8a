import { Parser } from 'htmlparser2';
import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import type { TemplateContent } from '../../../src/domain/template/content.js';
import { merged, mergedLine, mergeValues } from '../../../src/domain/template/merge.js';
import { findPlaces } from '../../../src/infrastructure/html/find-places.js';
import fc from '../../support/properties.js';

const contentOf = (html: string): TemplateContent => ({
  from: null,
  replyTo: null,
  subject: null,
  html,
  text: '',
  isTextDerived: false,
  variables: [],
  ...findPlaces(html),
});

/** The same, tag by tag, as a parser reads them that has no code in common with ours. */
function tagsOf(html: string): readonly unknown[] {
  const tags: unknown[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => tags.push([name, Object.keys(attributes)]),
    onclosetag: (name) => tags.push(name),
    oncomment: () => tags.push('#comment'),
    onprocessinginstruction: (name) => tags.push(name),
  });
  parser.end(html);
  return tags;
}

/** Elements with the names of their attributes, as browsers read them. */
function shapeOf(html: string): unknown {
  const shape = (node: Tree.ChildNode): unknown =>
    'tagName' in node
      ? [node.tagName, node.attrs.map(({ name }) => name), node.childNodes.map(shape).filter((child) => child !== null)]
      : node.nodeName === '#comment'
        ? '#comment'
        : null;
  return parse(html).childNodes.map(shape);
}

const page = `<!doctype html><html><head><title>{{{A}}}</title></head><body>
<!--[if mso]><v:rect title="{{{A}}}">{{{B}}}<![endif]-->
<table><tr><td align='{{{A}}}' title="x{{{B}}}y">{{{A}}}</td>{{{B}}}</tr></table>
<a href="https://example.com/{{{A}}}?q={{{B}}}#{{{A}}}">{{{A}}}</a>
<textarea>{{{B}}}</textarea><svg><title>{{{A}}}</title><text>{{{B}}}</text></svg>
<p>a{{{A}}}{{{B}}}z</body></html>`;

describe('filling in', () => {
  it('leaves the elements and attributes as they are, whatever the values say', () => {
    const content = contentOf(page);
    expect(content.forbidden).toEqual([]);
    const readBy = (html: string) => [shapeOf(html), tagsOf(html)];
    const plain = readBy(merged(content, { A: 'a', B: 'b' }).html);
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('{{A}}', '{{{B|<b>}}}', '{% raw %}', '<%= 1 %>', '${A}', '<?php', '<![CDATA[', '{{#if A}}'),
      fc.constantFrom(
        '</td></table><script>',
        '" onload="x',
        "' x='",
        '-->',
        '--!>',
        '<![endif]-->',
        '{{{A}}}',
        '&lt;',
        '\r\n',
      ),
      fc.constantFrom('</title>', '</textarea><b>', ']]>', '<!--', '\u0000', '\ud800', '`', '=x>', 'x'.repeat(65_536)),
    );
    fc.assert(fc.property(value, value, (A, B) => expect(readBy(merged(content, { A, B }).html)).toEqual(plain)));
  });

  it.each([
    ['<script>{{{A}}}</script>', 'a `script` element'],
    ['<style>{{{A}}}', 'a `style` element'],
    ['<p style="color:{{{A}}}">', 'a `style` attribute'],
    ['<p onclick="{{{A}}}">', 'a `onclick` attribute'],
    ['<p title={{{A}}}>', 'the tag of a `p` element'],
    ['<p {{{A}}}="x">', 'the tag of a `p` element'],
    ['<p title="x" title="{{{A}}}">', 'the tag of a `p` element'],
    ['<p title="{{{A|"}}}">', 'markup'],
    ['</p {{{A}}}>', 'a tag'],
    ['<!doctype {{{A}}}>', 'the doctype'],
    ['<plaintext>{{{A}}}', 'a `plaintext` element'],
  ])('is not possible in %s', (html, where) => {
    expect(findPlaces(html)).toMatchObject({ places: [], forbidden: [{ name: 'A', where }] });
  });

  it.each([
    ['<{{{A}}}>', 'text right behind a `<`'],
    ['</{{{A}}}>', 'a tag'],
    ['<!{{{A}}}>', 'a tag'],
    ['<?{{{A}}}>', 'a tag'],
    ['x <{{{A}}} y', 'text right behind a `<`'],
    ['<title></{{{A}}}></title>', 'text right behind a `<`'],
    ['<title></ti{{{A}}}></title>', 'text right behind a `<`'],
    ['<textarea></{{{A}}}</textarea>', 'text right behind a `<`'],
    ['<!-- {{{A}}}> -->', 'a comment right before a `>`'],
    ['<!--{{{A}}}-> -->', 'a comment right before a `>`'],
    ['<!-- {{{A}}}!> -->', 'a comment right before a `>`'],
    ['<!--[if mso]><{{{A}}} ><![endif]-->', 'text right behind a `<`'],
    ['<a href="https://&#123;{{A}}}.evil.test/{{{A}}}">', 'a link with encoded braces'],
    ['<a href="javascript:{{{A}}}">', 'a URL that is code'],
    ['<a href="JavaScript:f(\'{{{A}}}\')">', 'a URL that is code'],
    ['<a href=" java&#9;script:f({{{A}}})">', 'a URL that is code'],
    ['<a href="&#106;avascript&colon;{{{A}}}">', 'a URL that is code'],
    ['<a href="vbscript:{{{A}}}">', 'a URL that is code'],
    ['<img src="data:text/html,{{{A}}}">', 'a URL that is code'],
    ['<a href="java{{{A}}}:alert(1)">', 'the scheme of a link'],
    ['<a href="https://{{{A}}}/">', 'the host of a link'],
    ['<a href="https://{{{A}}}.example.com/">', 'the host of a link'],
    ['<a href="https://example.com{{{A}}}">', 'the host of a link'],
    ['<a href="https://me@{{{A}}}/x">', 'the host of a link'],
    ['<a href="https://a.test:{{{A}}}/x">', 'the host of a link'],
    ['<a href="//{{{A}}}/x">', 'the host of a link'],
    ['<a href="https:\\\\{{{A}}}/x">', 'the host of a link'],
    ['<img srcset="https://a.test/x 1x, https://{{{A}}} 2x">', 'the host of a link'],
    ['<form action="http://{{{A}}}"></form>', 'the host of a link'],
    ['<meta http-equiv="refresh" content="0;url={{{A}}}">', 'a `content` attribute'],
    ['<meta content="0;{{{A}}}" http-equiv=" Refresh ">', 'a `content` attribute'],
    ['<meta http-equiv="{{{A}}}" content="x">', 'a `http-equiv` attribute'],
    ['<svg><set attributeName="href" to="{{{A}}}"/></svg>', 'a `to` attribute'],
  ])('is not sound in %s', (html, where) => {
    expect(findPlaces(html)).toMatchObject({ places: [], forbidden: [{ name: 'A', where }] });
  });

  it('looks at no place where there are more than may be sent', () => {
    const { places, forbidden } = findPlaces(`<a href="https://a.test/${'{{{A}}}/'.repeat(100_000)}">`);
    expect([places.length, forbidden]).toEqual([10_001, []]);
  });

  it('is not sound where only places stand between it and what makes it so', () => {
    const html = '<{{{A}}}{{{B}}}> <a href="{{{C}}}{{{D}}}"> <a href="https://a.test{{{E}}}/{{{F}}}">';
    const { places, forbidden } = findPlaces(html);
    expect([places.map(({ name }) => name), forbidden.map(({ name }) => name)]).toEqual([
      ['C', 'F'],
      ['A', 'B', 'D', 'E'],
    ]);
  });

  it.each([
    '<a href="https://a.test/?q={{{A}}}&amp;r={{{B}}}#{{{A}}}">',
    '<a href="{{{A}}}/path?q={{{B}}}">',
    '<a href="mailto:{{{A}}}?subject={{{B}}}">',
    '<a href="tel:{{{A}}}">',
    '<a href="/relative/{{{A}}}">',
    '<img src="cid:{{{A}}}">',
    '<!-- {{{A}}} --><!--{{{B}}}-->',
    '<!--[if mso]><v:rect title="{{{A}}}">{{{B}}}</v:rect><![endif]-->',
    '1 < {{{A}}} and 2 > {{{B}}}, a<b {{{A}}} c',
    '<meta name="description" content="{{{A}}}">',
    '<title>{{{A}}} < {{{B}}}</title>',
  ])('is sound in %s', (html) => {
    const { places, forbidden } = findPlaces(html);
    expect([forbidden, places.length > 0]).toEqual([[], true]);
    const content = contentOf(html);
    const values = ['', 'a', '-', '--', '>', 'script', 'b>', '!--', 'x:y', '.evil.test/'];
    const plainShape = shapeOf(merged(content, { A: 'https://a.test', B: 'b' }).html);
    for (const value of values) expect(shapeOf(merged(content, { A: value, B: value }).html)).toEqual(plainShape);
  });

  it.each([
    ['<a href=" {{{A}}}">', 'link'],
    ['<a href="https://a.test/{{{A}}}/">', 'link-part'],
    ['<img alt="{{{A}}}">', 'text'],
    ['{{{A}}}', 'text'],
    ['<constructor>{{{A}}}</constructor>', 'text'],
  ])('writes a value by its place: %s', (html, kind) => {
    expect(findPlaces(html).places.map((place) => place.kind)).toEqual([kind]);
  });

  it('takes a value first, then what the place says, then the fallback of the variable', () => {
    const content = {
      ...contentOf('{{{A}}} {{{A|own}}} {{{B|}}} {{{NUMBER}}}'),
      variables: [
        { key: 'A', type: 'string', fallback: 'all' },
        { key: 'NUMBER', type: 'number', fallback: 3 },
      ] as const,
    };
    const filled = (given: object) => {
      const found = mergeValues(content, { ...given }, {});
      return 'values' in found ? merged(content, found.values).html : found;
    };
    expect(filled({})).toBe('all own  3');
    expect(filled({ A: 'x', B: 'y', NUMBER: 4, other: 'z' })).toBe('x x y 4');
    expect(filled({ NUMBER: 'four' })).toEqual({ refused: 'wrong-variable', variable: 'NUMBER', expected: 'a number' });
    expect(filled({ A: 'x'.repeat(2_001) })).toMatchObject({ refused: 'wrong-variable', variable: 'A' });
    expect(mergeValues({ ...content, variables: [] }, {}, {})).toEqual({ refused: 'missing-variable', variable: 'A' });
  });

  it.each([
    ['https://x.example/?e={{{A}}}', 'https://x.example/?e=ada%2Bnews%40x.example%20%26'],
    ['Go [https://x.example/{{{B}}}/?e={{{A}}}]', 'Go [https://x.example/b/?e=ada%2Bnews%40x.example%20%26]'],
    ['[{{{URL}}}/u?e={{{A}}}]', '[https://y.example/u?e=ada%2Bnews%40x.example%20%26]'],
    ['mailto:{{{B}}}?subject={{{A}}}', 'mailto:b?subject=ada%2Bnews%40x.example%20%26'],
    ['{{{URL}}} {{{A}}}', 'https://y.example ada+news@x.example &'],
    ['See https://x.example for {{{A}}}', 'See https://x.example for ada+news@x.example &'],
    ['<https://x.example>{{{A}}}', '<https://x.example>ada+news@x.example &'],
    ['https://{{{B}}}/', 'https://b/'],
    ['https://{{{B}}}/{{{A}}}', 'https://b/ada%2Bnews%40x.example%20%26'],
    ['{{{URL}}}?e{{{B}}}={{{A}}}', 'https://y.example?eb=ada%2Bnews%40x.example%20%26'],
    ['{{{URL}}}?a?e={{{A}}}', 'https://y.example?a?e=ada%2Bnews%40x.example%20%26'],
    ['?e={{{A}}}', '?e=ada+news@x.example &'],
    ['ht{{{B}}}tps://x {{{A}}}', 'htbtps://x ada+news@x.example &'],
  ])('encodes values within URLs of a text: %s', (text, filled) => {
    const values = { A: 'ada+news@x.example &', B: 'b', URL: 'https://y.example' };
    expect(merged({ ...contentOf('x'), text }, values).text).toBe(filled);
  });

  it('leaves no space in a whole link', () => {
    const { html } = merged(contentOf('<a href="{{{A}}}">x</a>'), { A: ' https://x.example/a b?c=d+e ' });
    expect(html).toBe('<a href="https://x.example/a%20b?c=d+e">x</a>');
  });

  it('adds no line to a header', () => {
    expect(mergedLine({ variables: [] }, 'Hi {{{A}}}', { A: 'x\r\nBcc: a@example.com' })).toBe(
      'Hi x Bcc: a@example.com',
    );
  });
});
