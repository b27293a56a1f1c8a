import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import { withPageTexts } from '../../../src/application/broadcast/page-texts.js';
import { pageHeadOf } from '../../../src/infrastructure/html/page-head.js';

const withPreview = (html: string, previewText = 'PREVIEW'): string =>
  withPageTexts(html, pageHeadOf(html), { previewText, title: null });

/** `|` is where the preview text goes. */
const pages: readonly (readonly [name: string, html: string])[] = [
  ['a plain page', '<!doctype html><html><head><title>a</title></head><body>|<p>x</p></body></html>'],
  ['attributes with >', '<html><body data-a="1 > 0" style=\'b>c\'>|x'],
  ['uppercase', '<!DOCTYPE HTML><HTML><HEAD></HEAD><BODY BGCOLOR=#fff>|<P>x</BODY></HTML>'],
  ['a comment before', '<!-- <body> --><html><body>|x</body></html>'],
  [
    'a body for Outlook alone',
    '<html><head></head><!--[if mso]><body class="mso"><![endif]--><!--[if !mso]><!--><body><!--<![endif]-->|<p>x',
  ],
  ['a condition that every reader reads', '<html><![if !mso]><body class="a"><![endif]>x'.replace('"a">', '"a">|')],
  ['a title', '<html><head><title>The <body> of it</title></head><body>|x'],
  ['styles', '<head><style>/* <body> */ a > b { content: "<body>" }</style></head><body>|x'],
  ['a script', '<head><script>document.write("<body>")</script></head><body>|x'],
  ['a noscript in the head', '<head><noscript><style>a{}</style></noscript></head><body>|x'],
  ['a textarea', '|<textarea><body></textarea>'],
  ['an attribute', '<html><head><meta name="a" content="<body>"></head><body>|x'],
  ['another element that begins so', '|<body-copy>x</body-copy>'],
  ['a body in a template', '<head><template><body>no</template></head><body>|x'],
  ['a second body', '<body>|<p>one<body class="two"><p>two'],
  ['a body behind its content', '|<p>one<body><p>two'],
  ['a fragment', '|<p>Hello</p>'],
  ['text alone', '|Hello & welcome'],
  ['text behind spaces', ' \r\n |Hello'],
  [
    'a fragment behind a doctype',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">\r\n|<table><tr><td>x',
  ],
  ['a fragment with a style', '<style>td{color:red}</style>\n|<table><tr><td>x'],
  ['a head without a body', '<html><head><title>a</title></head>\n|<p>x</html>'],
  ['a meta alone before', '<meta charset="utf-8">|<center>x</center>'],
  ['text put before its table', '|<table>lost<tr><td>x'],
  ['a preview of its own', '<body>|<div style="display:none">mine</div>x'],
  ['a byte order mark', '\ufeff<!doctype html><html><head><title>a</title></head><body>|x'],
  ['line breaks of Windows', '<html>\r\n<head>\r\n</head>\r\n<body\r\n class="a">|\r\nx'],
  ['characters beyond the BMP', '<head><title>😀 <body></title></head><body title="😀">|😀'],
  ['an svg with a title', '<body>|<svg><title><body></title></svg>'],
  ['an empty page', '<html><head></head>|</html>'],
  ['an empty body', '<html><body>|'],
  ['nothing but a doctype', '<!doctype html>|'],
  [
    'XML before it',
    '<?xml version="1.0"?><!doctype html><html xmlns="http://www.w3.org/1999/xhtml"><body>|x</body></html>',
  ],
  ['CDATA', '<head><style><![CDATA[ <body> ]]></style></head><body>|x'],
  ['an unfinished tag behind', '<body>|x<p class="'],
];

it.each(pages)('puts a preview text first into the body that readers see: %s', (_, marked) => {
  const html = marked.replace('|', '');
  const [before = '', after = ''] = marked.split('|');
  const made = withPreview(html);
  expect(made.replace(/<div style="display:none[^"]*line-height:1px">PREVIEW(?:&#?\w+;)+<\/div>/, '|')).toBe(
    `${before}|${after}`,
  );
  expect(firstShown(made)).toMatch(/^PREVIEW(?:\u034f\u200c\u00a0){90}$/);
});

it.each([
  ['frames', '<html><head></head><frameset><frame src="a"><noframes><body>x</body></noframes></frameset></html>'],
  ['a comment that never ends', '<!-- <body> x'],
  ['a style that never ends', '<head><style>a { <body> x'],
  ['a title that never ends', '<title>a <body> x'],
  ['a tag that never ends', '<html class="<body> x'],
])('leaves html that shows nothing as it is: %s', (_, html) => {
  expect(withPreview(html)).toBe(html);
});

it('escapes a preview text, but for the fallbacks of its merge tags', () => {
  expect(withPreview('x', '1 < 2 & {{{contact.shop|Tom & Co}}} > {{{x')).toContain(
    '>1 &lt; 2 &amp; {{{contact.shop|Tom & Co}}} &gt; {{{x&#847;',
  );
});

it('reads no further than to the body, however deep what is behind it nests', () => {
  const html = `<body>${'<b><a><p>'.repeat(100_000)}`;
  const startedMs = performance.now();
  expect(pageHeadOf(html)).toEqual({ bodyStart: 6 });
  expect(performance.now() - startedMs).toBeLessThan(1_000);
});

it.each([
  ['<head><title></title></head><body>x', '<head><title>News &amp; {{{NAME|a & b}}}</title></head><body>x'],
  ['<head><TITLE> </TITLE></head><body>x', '<head><TITLE>News &amp; {{{NAME|a & b}}}</TITLE></head><body>x'],
  ['<head><title>Own</title></head><body>x', '<head><title>Own</title></head><body>x'],
  ['<body><svg><title></title></svg>', '<body><svg><title></title></svg>'],
  ['<!-- <title></title> --><p>x', '<!-- <title></title> --><p>x'],
])('puts the subject into a title that is empty: %s', (html, expected) => {
  const texts = { previewText: null, title: 'News & {{{NAME|a & b}}}' };
  expect(withPageTexts(html, pageHeadOf(html), texts)).toBe(expected);
});

function firstShown(html: string): string | undefined {
  const document = parse(html.replace(/^\ufeff/, ''), { scriptingEnabled: false });
  const page = document.childNodes.find((node): node is Tree.Element => node.nodeName === 'html');
  const body = page?.childNodes.find((node): node is Tree.Element => node.nodeName === 'body');
  const first = body?.childNodes.find((node) => !node.nodeName.startsWith('#comment') && !isBlank(node));
  return first !== undefined && 'childNodes' in first ? textOf(first) : undefined;
}
const isBlank = (node: Tree.ChildNode): boolean =>
  node.nodeName === '#text' && (node as Tree.TextNode).value.trim() === '';
const textOf = ({ childNodes }: Tree.Element | Tree.Template): string =>
  childNodes.map((node) => ('value' in node ? node.value : 'childNodes' in node ? textOf(node) : '')).join('');
