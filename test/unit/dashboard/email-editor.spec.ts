import { blockAt } from '../../../dashboard/src/rooms/broadcasts/editor/email/block-at.js';
import { columnWidths } from '../../../dashboard/src/rooms/broadcasts/editor/email/columns-html.js';
import {
  blocksOf,
  documentIn,
  type DocumentNode,
  documentOf,
  hasWayOut,
} from '../../../dashboard/src/rooms/broadcasts/editor/email/document.js';
import { defaultStyles } from '../../../dashboard/src/rooms/broadcasts/editor/email/styles.js';
import { toEmail } from '../../../dashboard/src/rooms/broadcasts/editor/email/to-email.js';
import {
  type ChosenCondition,
  readCondition,
  writtenCondition,
} from '../../../dashboard/src/rooms/broadcasts/editor/writing/condition.js';
import { iconFor } from '../../../dashboard/src/rooms/broadcasts/editor/panels/networks.js';
import { readDocument } from '../../../src/application/broadcast/written-document.js';
import { socialIcon } from '../../../src/application/image/social-icons.js';
import { merged } from '../../../src/domain/template/merge.js';
import { conditionsIn, sectionValues } from '../../../src/domain/template/sections.js';
import { contentFindings } from '../../../src/domain/template/check/rules.js';
import { findPlaces } from '../../../src/infrastructure/html/find-places.js';
import { unsafeHtml } from '../../../src/domain/template/check/unsafe-html.js';
import { readContent } from '../../../src/infrastructure/http/content-reading/read-content.js';
import { broadcastDocuments } from './broadcast-documents.js';
import { emailDocuments } from './email-documents.js';

const paragraph = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] });
const column = (share: number, ...content: readonly DocumentNode[]) => ({ type: 'column', attrs: { share }, content });

type Name = keyof typeof emailDocuments;
const names = Object.keys(emailDocuments) as Name[];
const sent = (name: Name) => toEmail(emailDocuments[name]);

/** What some program ignores, and what it shows then. */
const fallbacks = [
  /<style>/, // Everything is at its element, but what is dark and as wide as a phone.
  /@media/,
  /color-scheme/,
  /border-radius/, // Corners are square.
  /height property/, // Images have their height from their width.
  /word-break/, // An address that is wider than a phone is cut off.
];

describe('the html of ten documents', () => {
  it.each(names)('%s: works in email clients, and can be left', (name) => {
    const { html, text } = sent(name);
    const findings = contentFindings({
      ...{ subject: 'News', html, text, variables: [], read: readContent(html) },
      senderDomains: new Set(['example.com']),
      registeredDomainOf: (host) => host.split('.').slice(-2).join('.'),
    }).filter(({ name: check, seen }) => check !== 'preheader' && !fallbacks.some((known) => known.test(seen)));
    // Without a fallback, a value that is missing leaves nothing: the review says so too.
    expect(findings.filter(({ name: check }) => check !== 'unknown-variables')).toEqual([]);
    expect(html).not.toMatch(/display:(flex|grid)|position:|javascript:|undefined|\[object/);
    expect(html).toContain('<a href="{{{RESEND_UNSUBSCRIBE_URL}}}"');
    expect(text).toContain('Unsubscribe [{{{RESEND_UNSUBSCRIBE_URL}}}]');
  });

  it('is the same for what was saved and read again', () => {
    for (const name of names) {
      const again = documentIn(JSON.parse(JSON.stringify(emailDocuments[name])));
      expect(again && toEmail(again).html).toBe(sent(name).html);
    }
  });
});

describe('a document', () => {
  it('has merge tags where the server finds them, also in links, and no braces in a fallback', () => {
    const { html, text } = sent('tags');
    const tag = { name: 'contact.plan', fallback: '"free"  plan' };
    expect(findPlaces(html).places).toMatchObject([
      { ...tag, kind: 'text' },
      { name: 'LAST_NAME', fallback: null },
      { name: 'contact.account_url', fallback: 'https://example.com', kind: 'link' },
      { name: 'RESEND_UNSUBSCRIBE_URL', kind: 'link' },
    ]);
    expect(text).toContain('{{{contact.plan|"free"  plan}}} {{{LAST_NAME}}}');
  });

  it('escapes what is typed, and leads nowhere that runs code', () => {
    expect(sent('newsletter').html).toContain('<em><strong>new</strong></em> &amp; what is &lt;old&gt;.');
    expect(sent('links').html).toContain('href="https://example.com/?a=1&amp;b=&quot;2&quot;"');
    expect(sent('links').html).toContain('>not a link</p>');
  });

  it('has columns of equal width, which go below one another where there is no room', () => {
    const { html } = sent('columns');
    const boxes = [
      ...html.matchAll(/<div class="column part-\d+" style="display:inline-block;width:100%;max-width:(\d+)px/g),
    ];
    // The parts of 536 px, with the gap of 20 beside all but the last.
    expect(boxes.map(([, px]) => Number(px))).toEqual([278, 258, 139, 139, 139, 119]);
    expect(html.match(/<td width="139" valign="top">/g)).toHaveLength(3);
    expect(html).toContain('width="129"'); // Half of a column of 258 px.
  });

  it('has columns by their shares, with gaps on the side where it goes on', () => {
    const [one, two] = [paragraph('1'), paragraph('2')];
    const shared = { type: 'columns', content: [column(2, one), column(1, two)] };
    const { html } = toEmail(documentOf({ ...defaultStyles, language: 'he' }, [shared]));
    expect(columnWidths(shared.content, 536)).toEqual([344, 172]);
    expect(html).toMatch(/max-width:364px.*padding:0 0 0 20px.*max-width:172px/s);
  });

  it.each([
    [{}, 'width="536" style'],
    [{ ownWidth: 240, ownHeight: 80 }, 'width="240" height="80" style'],
    [{ ownWidth: 1600, ownHeight: 900 }, 'width="536" height="302" style'],
    [{ ownWidth: 1600, ownHeight: 900, width: 50 }, 'width="268" height="151" style'],
    [{ ownWidth: -1, ownHeight: Number.NaN }, 'width="536" style'],
  ])('shows an image of %j no larger than it is: %s', (attrs, expected) => {
    const image = { type: 'image', attrs: { src: 'https://img.example.com/a.png', alt: 'A', ...attrs } };
    expect(toEmail(documentOf(defaultStyles, [image])).html).toContain(expected);
  });

  it('has sections in which everything is read, in Outlook too, and is dark in the dark', () => {
    const link = { type: 'text', text: 'link', marks: [{ type: 'link', attrs: { href: 'https://example.com' } }] };
    const inside = [
      { type: 'paragraph', content: [link] },
      { type: 'blockquote', content: [paragraph('Quoted')] },
    ];
    const section = (background: string) => ({ type: 'section', attrs: { background, padding: 40 }, content: inside });
    const dark = toEmail(documentOf(defaultStyles, [section('#1b4d84')]));
    expect(dark.html).toContain('<td class="ground-1b4d84 text-ffffff" bgcolor="#1b4d84"');
    expect(dark.html).toMatch(/<a [^>]*class="text-ffffff" style="color:#ffffff/);
    // A cell in a cell has the color of the email in Outlook: so each text says its own.
    expect(dark.html).toMatch(/<p class="text-ffffff" style="[^"]*color:#ffffff">Quoted/);
    expect(dark.html).toContain('.ground-1b4d84{background-color:#');
    expect(dark.text).toBe('link [https://example.com]\n\n> Quoted\n');
    const light = toEmail(documentOf(defaultStyles, [section('#f4f5f7')])).html;
    expect(light).toMatch(/<p class="text-1b2027" style="[^"]*color:#1b2027">Quoted/);
  });

  it.each([
    [{}, '12px 24px', '16px', '#1b4d84', '#ffffff'],
    [{ size: 'small', background: '#ffd166' }, '8px 16px', '14px', '#ffd166', '#000000'],
    [{ size: 'large', background: '#ffd166', color: '#1b2027' }, '16px 32px', '18px', '#ffd166', '#1b2027'],
    [{ size: 'x', background: 'red;}', color: '"><b>' }, '12px 24px', '16px', '#1b4d84', '#ffffff'],
  ])('has a button of the look %j', (attrs, padding, px, fill, color) => {
    const button = { type: 'button', attrs: { href: 'https://example.com', ...attrs }, content: [] };
    const { html } = toEmail(documentOf(defaultStyles, [button]));
    expect(html).toContain(
      `bgcolor="${fill}" style="background-color:${fill};border-radius:6px;mso-padding-alt:${padding}"`,
    );
    expect(html).toContain(`padding:${padding};font-family:Helvetica, Arial, sans-serif;font-size:${px}`);
    expect(html).toContain(`font-weight:bold;color:${color};text-decoration:none"`);
  });

  it.each([
    [{ color: '#c0392b', size: 20 }, '<span class="text-c0392b" style="color:#c0392b;font-size:20px">Now</span>'],
    [{ color: null, size: 14 }, '<span style="font-size:14px">Now</span>'],
    [{ color: 'red', size: 400 }, '>Now</p>'],
  ])('has text of the look %j, where it is one that is offered', (attrs, expected) => {
    const text = { type: 'text', text: 'Now', marks: [{ type: 'textStyle', attrs }] };
    expect(toEmail(documentOf(defaultStyles, [{ type: 'paragraph', content: [text] }])).html).toContain(expected);
  });

  it('has room between blocks that keeps its height where one line has another', () => {
    const spacer = { type: 'spacer', attrs: { height: 32 } };
    const { html, text } = toEmail(documentOf(defaultStyles, [paragraph('a'), spacer, paragraph('b')]));
    expect(html).toContain('<td height="32" style="font-size:1px;line-height:32px;mso-line-height-rule:exactly">');
    expect(text).toBe('a\n\nb\n');
  });

  it('has a table that is read out as one, with what each cell stands under, also on a section of another color', () => {
    const { html } = toEmail(broadcastDocuments.get('tables')!);
    expect(html).toMatch(/<table role="table"[^>]*><tr><th scope="col"[^>]*>Plan<\/th>/);
    expect(html).toMatch(/<th scope="row"[^>]*text-align:left;[^>]*color:#ffffff">Opening hours<\/th><td /);
    expect(html).toMatch(/<table role="table"[^>]* dir="rtl" style="text-align:right"><tr><th [^>]*dir="rtl"/);
    expect(html).toMatch(/<td [^>]*text-align:right"><strong>€9/);
    expect(html).toMatch(/<td [^>]*>&nbsp;<\/td>/);
    expect(html).toContain('.cell{padding:6px 4px!important');
    // Words stay whole where there is room, and what has none is divided.
    expect(html).toMatch(/<th [^>]*class="cell line-\w+"[^>]*word-break:normal[^>]*>Plan</);
    expect(html).toMatch(/<th [^>]*class="cell wide-cell [^>]*word-break:normal[^>]*>Opening hours</);
    expect(html).not.toMatch(/word-break:normal[^>]*>\{\{\{/);
    expect(sent('letter').html).not.toContain('.cell{');
  });

  it('leads from a place in its html to the innermost block, also below what is for some people alone', () => {
    const shownTo = 'contact.plan is "gold"';
    const image = { type: 'image', attrs: { src: 'https://img.example.com/a.png', alt: '', shownTo } };
    const saved = { type: 'savedBlock', attrs: { blocks: [paragraph('Kept for all')] } };
    const columns = { type: 'columns', content: [column(1, paragraph('1')), column(1, paragraph('2'), image)] };
    const document = documentOf(defaultStyles, [paragraph('First'), columns, saved]);
    const { html } = toEmail(document);
    const pathOf = (part: string) => {
      const lines = html.slice(0, html.indexOf(part)).split('\n');
      return blockAt(document, { line: lines.length, column: (lines.at(-1) ?? '').length + 1 });
    };
    expect(['First', '<img', '2</p>', 'Kept', '<style', '</body>'].map(pathOf)).toEqual([
      ...[[0], [1, 1, 1], [1, 1, 0], [2]],
      ...[undefined, undefined],
    ]);
  });

  it('says how it looks in the dark, but where colors are given by hand', () => {
    const byHand = { type: 'htmlBlock', attrs: { html: '<p style="color:#333333">Own</p>' } };
    const section = { type: 'columns', content: [column(1, byHand), column(1, paragraph('2'))] };
    const schemes = /<meta name="color-scheme" content="([^"]*)">/;
    expect(schemes.exec(sent('html').html)?.[1]).toBe('light dark');
    expect(schemes.exec(toEmail(documentOf(defaultStyles, [section])).html)?.[1]).toBe('light');
    expect(sent('letter').html).toContain('.ground-ffffff{background-color:#212121!important}');
    // What is dark by design stays.
    expect(sent('dark').html).toContain('.ground-1b2027{background-color:#1b2027!important}');
  });

  it('reads as text in its order, with lists, quotes and addresses', () => {
    expect(sent('lists').text).toMatch(/^- First\n {2}- Inner\n- Second\n\n3\. Third\n4\. Fourth\n\n-{40}\nYou/);
    expect(sent('quotes').text).toMatch(/^> Be conservative in what you send\.\n>\n> Jon Postel\n/);
    expect(sent('newsletter').text).toMatch(/\n\nRead more \[https:\/\/example\.com\/news\]\n/);
    expect(sent('html').text).toMatch(/^Own html\n\nafter\n/);
  });

  it('is read from the right where its first letter is, with lists and quotes on that side', () => {
    const { html } = toEmail(broadcastDocuments.get('right-to-left')!);
    expect(html).toMatch(/<h1 dir="rtl" style="[^"]*text-align:right">/);
    expect(html).toMatch(/<ul dir="rtl" style="[^"]*padding:0 24px 0 0;/);
    expect(html).toMatch(/<td [^>]*style="border-right:3px solid #1b4d84;/);
    expect(html).toMatch(/<p style="[^"]*line-height:1.6">And one line of English/);
  });

  it('is sent without the empty line that is there to be typed in', () => {
    const { html, text } = sent('letter');
    expect(html).not.toContain('>&nbsp;</p>');
    expect(text).toMatch(/being here\.\n\n-{40}/);
  });

  it('has dark text on light buttons, whatever its colors are', () => {
    expect(sent('dark').html).toMatch(/bgcolor="#f5b83d".*color:#000000/);
    expect(sent('letter').html).not.toContain('bgcolor="#f5b83d"');
  });

  it.each([
    ['de', '<html lang="de">'],
    ['pt-BR', '<html lang="pt-BR">'],
    ['ar', '<html lang="ar" dir="rtl">'],
    ['"><script>', '<html lang="en">'],
    [undefined, '<html lang="en">'],
  ])('is in the language that it says: %s', (language, expected) => {
    const again = documentIn({ ...emailDocuments.letter, style: { language } });
    expect(again && toEmail(again).html).toContain(expected);
  });

  it('is read only where it is ours, and as far as its styles are sound', () => {
    const content = blocksOf(emailDocuments.letter);
    expect(documentIn(null)).toBeUndefined();
    expect(documentIn({ ...emailDocuments.letter, version: 2 })).toBeUndefined();
    expect(documentIn({ ...emailDocuments.letter, style: { brand: 'red;}', width: 9_999, font: 'x' } })).toEqual(
      documentOf({ ...defaultStyles, width: 720 }, content),
    );
    expect(hasWayOut(content)).toBe(true);
    expect(hasWayOut(content.slice(0, 2))).toBe(false);
  });
});

describe('the icon of a link', () => {
  it.each([
    ['https://www.linkedin.com/company/acme', '', 'linkedin'],
    ['https://twitter.com/acme', '', 'x'],
    ['https://example.com/x.com', '', 'website'],
    ['https://notx.com', '', 'website'],
    ['https://www.pinterest.co.uk/acme', '', 'pinterest'],
    ['https://social.example/@acme', '', 'mastodon'],
    ['https://youtube.com/@acme', '', 'youtube'],
    ['mailto:news@example.com', '', 'mail'],
    ['https://example.com/feed.xml', 'Our feed', 'rss'],
    ['', 'LinkedIn', undefined],
  ])('of %s %s is %s', (url, name, icon) => {
    expect(iconFor(url, name)).toBe(icon);
    if (icon !== undefined) expect(socialIcon(`social-${icon}.png`)).toBeDefined();
  });
});

describe('the server', () => {
  it.each(names)('takes %s as it is saved', (name) => {
    expect(unsafeHtml(readContent(sent(name).html))).toBeUndefined();
    const answer = readDocument(JSON.parse(JSON.stringify(emailDocuments[name])));
    // The editor keeps no such address: its field says that it is none.
    if (name === 'links') expect(answer).toHaveProperty('problem', expect.stringContaining('http, https, mailto'));
    else if (name === 'unknown') expect(answer).toHaveProperty('problem', expect.stringContaining('unknown type'));
    else expect(answer).toHaveProperty('document');
  });
});

it('puts what is for some people between marks, in html and text, wherever the block stands', () => {
  const some = (node: DocumentNode, shownTo: string): DocumentNode => ({ ...node, attrs: { ...node.attrs, shownTo } });
  const quote = { type: 'blockquote', content: [some(paragraph('Said'), 'contact.plan eq a<b')] };
  const item = { type: 'listItem', content: [paragraph('One'), some(paragraph('More'), 'segment:3')] };
  const { html, text } = toEmail(
    documentOf(defaultStyles, [
      some(paragraph('Pro'), 'contact.plan eq R&D {}'),
      { type: 'columns', content: [column(1, some(paragraph('Left'), 'segment:1')), column(1, paragraph('Right'))] },
      quote,
      { type: 'bulletList', content: [item] },
    ]),
  );
  const conditions = ['contact.plan eq R&D', 'segment:1', 'contact.plan eq a<b', 'segment:3'];
  expect([conditionsIn([html]), conditionsIn([text])]).toEqual([conditions, conditions]);
  const places = findPlaces(html);
  expect(places.forbidden).toEqual([]);
  const content = { html, text, variables: [], ...places, conditions };
  const shown = merged(content, sectionValues(['segment:1']));
  expect(shown.text).toMatch(/^Left\n\nRight\n/);
  expect(shown.text).not.toMatch(/Pro|Said|More|\{\{\{/);
  expect(shown.html).not.toMatch(/Pro|Said|More|\{\{\{/);
  expect(merged(content, sectionValues(conditions)).html.match(/Pro|Left|Right|Said|One|More/g)).toHaveLength(6);
});

it.each([
  [null, { kind: 'everyone', of: '', value: '' }],
  ['segment:1', { kind: 'in-segment', of: '1', value: '' }],
  ['not segment:1', { kind: 'not-in-segment', of: '1', value: '' }],
  ['contact.plan eq Pro plus', { kind: 'is', of: 'plan', value: 'Pro plus' }],
  ['contact.plan neq a', { kind: 'is-not', of: 'plan', value: 'a' }],
  ['contact.plan exists', { kind: 'has', of: 'plan', value: '' }],
  ['contact.plan is_empty', { kind: 'has-no', of: 'plan', value: '' }],
  ['created_at in_last_days 30', undefined],
])('chooses the condition %s as it is written', (written, chosen) => {
  expect(readCondition(written)).toEqual(chosen);
  if (chosen !== undefined) expect(writtenCondition(chosen as ChosenCondition)).toBe(written);
});
