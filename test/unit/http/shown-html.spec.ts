import { convertHtml } from '../../../src/infrastructure/html/text/convert.js';

const hidden = (html: string): string => convertHtml(`${html}<p>Shown</p>`);

describe('the text of html says nothing that is hidden', () => {
  it.each([
    'display: none;',
    'DISPLAY:NONE',
    'display:none!important',
    'display : none ! important ; display:block',
    'display/* x */:/**/none',
    'd\\69splay:n\\6fne',
    'display:block;display:none',
    'display:none;display:nonsense',
    'background:url(data:image/png;base64,x);display:none',
    'content:";";display:none',
    'visibility:hidden',
    'visibility: collapse',
    'mso-hide:all',
    'opacity:0',
    'opacity: 0.0',
    'opacity:0%',
    'font-size:0;line-height:0',
    'font-size: 0px',
    'font:0/0 a',
    'max-height:0;overflow:hidden',
    'overflow:hidden;max-height:0px!important',
    'height:0;overflow-y:hidden',
    'width:0;overflow:clip',
    'max-width:0;overflow:hidden auto',
    'content-visibility:hidden',
    'position:absolute;left:-9999px',
    'position:fixed;top:-999em',
    'text-indent:-9999px',
    'text-indent: -1000%',
    'color:transparent',
    'color:rgba(0, 0, 0, 0)',
    'color:rgb(0 0 0 / 0%)',
    'color:#ffffff00',
    'clip:rect(0,0,0,0);position:absolute',
    'position:absolute;clip:rect(1px 1px 1px 1px)',
    'clip-path:inset(50%)',
    'transform:scale(0)',
    'transform:translateX(-9999px)',
  ])('by a style of %s', (style) => {
    for (const tag of ['div', 'span', 'td']) {
      const cell = `<${tag} style="${style.replaceAll('"', "'")}">SECRET<b>SECRET</b></${tag}>`;
      expect(hidden(tag === 'td' ? `<table><tr>${cell}<td></td></tr></table>` : cell)).toBe('Shown');
    }
  });

  it.each([
    '<div hidden>SECRET</div>',
    '<div HIDDEN="hidden">SECRET</div>',
    '<dialog>SECRET</dialog>',
    '<noscript>SECRET</noscript>',
    '<template><p>SECRET</p></template>',
    '<select><option>SECRET<optgroup><option>SECRET</select>',
    '<datalist><option>SECRET</datalist>',
    '<svg><title>SECRET</title><desc>SECRET</desc><defs><text>SECRET</text></defs></svg>',
    '<!--[if mso]><p>SECRET</p><![endif]-->',
    '<!--[if !mso]><!--><!--<![endif]-->',
    '<head><title>SECRET</title></head>',
    '<style>.a{display:none}</style><p class="b a">SECRET</p>',
    '<style>#a , .z{ VISIBILITY : hidden }</style><p id="a">SECRET</p>',
    '<style>div.a span{display:none}</style><div class="a"><p><span>SECRET</span></p></div>',
    '<style>.a > .b{display:none}</style><div class="a"><p class="b">SECRET</p></div>',
    '<style>[class~="a"]{display:none}</style><p class="b a">SECRET</p>',
    '<style>.a > .b i{display:none}</style><b class="a"><b class="b"><b class="b"><i>SECRET</i></b></b></b>',
    '<style><!-- preheader{x:y} u{display:none !important} --></style><u style="display:inline">SECRET</u>',
    '<style>.a{display:block}p.a{display:none}</style><p class="a">SECRET</p>',
    '<p style="font-size:0">SECRET<b style="font-size:2em">SECRET</b></p>',
    '<p style="display:none">SECRET<p hidden>SECRET',
    '<div style="display:none">&zwnj;&nbsp;SECRET</div>&zwnj;&nbsp;&#847; &#8199;&shy;&zwnj;&nbsp;',
  ])('by %s', (html) => {
    expect(hidden(html)).toBe('Shown');
  });

  it.each([
    ['<p style="display:none;display:block">Seen</p>', 'Seen'],
    ['<p style="max-height:0">Seen</p>', 'Seen'],
    ['<p style="max-height:100px;overflow:hidden">Seen</p>', 'Seen'],
    ['<p style="opacity:0.1">Seen</p>', 'Seen'],
    ['<p style="font-size:0.5em">Seen</p>', 'Seen'],
    ['<p style="font:bold 12px/0 Arial">Seen</p>', 'Seen'],
    ['<p style="font: 700 16px Arial">Seen</p>', 'Seen'],
    ['<p style="mso-hide:none">Seen</p>', 'Seen'],
    ['<p style="content:\'display:none\'">Seen</p>', 'Seen'],
    ['<div hidden style="display:block">Seen</div>', 'Seen'],
    ['<dialog open>Seen</dialog>', 'Seen'],
    ['<div style="visibility:hidden">SECRET<p style="visibility:visible">Seen</p></div>', 'Seen'],
    ['<p style="font-size:0">SECRET<b style="font-size:14px">Seen</b></p>', 'Seen'],
    ['<style>@media print{p{display:none}}@media (max-width:600px){p{display:none}}</style><p>Seen</p>', 'Seen'],
    ['<style media="print">p{display:none}</style><p>Seen</p>', 'Seen'],
    ['<style>p:first-child{display:none}.x p{display:none}</style><p>Seen</p>', 'Seen'],
    ['<style>p{display:none}#a{display:block}</style><p id="a">Seen</p>', 'Seen'],
    ['<!--[if !mso]><!--><p>Seen</p><!--<![endif]--><![if !mso]><p>too</p><![endif]>', 'Seen\n\ntoo'],
    ['<svg><text>Seen</text><title>SECRET</title></svg>', 'Seen'],
    ['<p>می‌خواهم &amp; 👩‍👧 10&nbsp;€</p>', 'می‌خواهم & 👩‍👧 10\u00a0€'],
    ['<p>Donau&shy;dampf</p>', 'Donaudampf'],
    ['<style>.a > .b > i{display:none}</style><b class="a"><b class="b"><u><i>Seen</i></u></b></b>', 'Seen'],
    [`<style>p ${'b '.repeat(12)}{display:none}</style>${'<b>'.repeat(90)}Seen`, 'Seen'],
    ['<p style="color:transparent"><a href="https://x.example/a">Read</a></p>', 'Read [https://x.example/a]'],
    ['<p style="color:transparent"><b style="color:#000">Shown</b></p>', 'Shown'],
    ['<p style="color:rgb(0,0,0);text-indent:-20px;position:relative;left:-9px">Shown</p>', 'Shown'],
    ['<p style="color:rgba(0,0,0,.5);transform:scale(1.2)">Shown</p>', 'Shown'],
  ])('and all that is not: %s', (html, text) => {
    expect(convertHtml(html)).toBe(text);
  });
});

describe('the text of html reads', () => {
  it.each([
    ['<table><tr><td>a</td><td>b</td></tr><tr><th>c<td>d</table>', 'a b\nc d'],
    ['<dl><dt>Sum</dt><dd>5</dd></dl>', 'Sum\n5'],
    ['<a href="https://x.example/a"><img src="x" alt="The shop"></a>', 'The shop [https://x.example/a]'],
    ['<a href="https://x.example/a"><img src="x" alt=""></a>', 'https://x.example/a'],
    ['<img src="x" alt="decoration">', ''],
    ['<a href="https://x.example/a">Read <b>more</b> here</a>', 'Read more here [https://x.example/a]'],
    ['<a href="https://x.example/" style="color:red">https://x.example</a>', 'https://x.example'],
  ])('%s', (html, text) => {
    expect(convertHtml(html)).toBe(text);
  });
});
