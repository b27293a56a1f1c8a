import { documentOf } from '../../../dashboard/src/rooms/broadcasts/editor/email/document.js';
import { layoutBlocks, layoutNames } from '../../../dashboard/src/rooms/broadcasts/editor/email/layouts.js';
import { defaultStyles } from '../../../dashboard/src/rooms/broadcasts/editor/email/styles.js';
import { toEmail } from '../../../dashboard/src/rooms/broadcasts/editor/email/to-email.js';
import { readDocument } from '../../../src/application/broadcast/written-document.js';
import { unsafeHtml } from '../../../src/domain/template/check/unsafe-html.js';
import { readContent } from '../../../src/infrastructure/http/content-reading/read-content.js';
import { broadcastDocuments } from './broadcast-documents.js';
import { featuresOf, type FeatureUse, withoutWhole } from './email-features.js';

/** Whether what a client shows that does without is sound: the html has it, or the value is none that is ignored. */
type Fallback = (use: FeatureUse, html: string) => boolean;

const isNoLoss: Fallback = () => true;
const oneOf =
  (...values: readonly string[]): Fallback =>
  ({ value }) =>
    values.includes(value);
const isPx: Fallback = ({ attributes }) => /^\d+$/.test(attributes['width'] ?? '');
const inSheet: Fallback = ({ on }) => on === 'style sheet';
const any =
  (...ways: readonly Fallback[]): Fallback =>
  (use, html) =>
    ways.some((way) => way(use, html));
const on =
  (elements: string, way: Fallback = isNoLoss): Fallback =>
  (use, html) =>
    elements.split(' ').includes(use.on) && way(use, html);
const styleOf = ({ attributes }: FeatureUse): string => attributes['style'] ?? '';
/** Outlook for Windows alone reads these. */
const forOutlook = (html: string, part: RegExp): boolean =>
  [...html.matchAll(/<!--\[if mso\]>(.*?)<!\[endif\]-->/gs)].some(([, inner = '']) => part.test(inner));
/** Columns go below one another without the style sheet, which only makes them wider; Outlook has cells of the px. */
const columnsStack: Fallback = (_use, html) =>
  [...html.matchAll(/<!--\[if mso\]>([^!]*)<!\[endif\]--><div class="column part-\d+" style="([^"]*)"/g)].every(
    ([, cell = '', style = '']) => {
      const [, px] = /<td width="(\d+)" valign="top">$/.exec(cell) ?? [];
      return style === `display:inline-block;width:100%;max-width:${px}px;vertical-align:top`;
    },
  );
/** What is dark where the style sheet is read is light elsewhere. */
const isLightWithout: Fallback = (_use, html) =>
  [...html.matchAll(/ class="[^"]*(ground|text|fill|label|line)-([\da-f]{6})[^"]*"([^>]*)/g)].every(
    ([, role, color, attributes = '']) => role === 'label' || attributes.includes(`#${color}`),
  );

const paddingOf = (use: FeatureUse): string => /padding:([^;]*)/.exec(styleOf(use))?.[1] ?? 'none';

/** All that some client does not take whole, and what stands in for it there. */
const fallbacks: Readonly<Record<string, Fallback>> = {
  'html-style': columnsStack,
  'css-at-media': columnsStack,
  'css-at-media-prefers-color-scheme': isLightWithout,
  // Email clients that do not know it turn the colors around as they do with any email.
  'html-meta-color-scheme': isNoLoss,
  'css-important': inSheet,
  'css-selector-class': columnsStack,
  // A body that is taken for a `div`: the table in it has the color too.
  'html-body': (_use, html) => /<table [^>]*width="100%" bgcolor="#[\da-f]{6}"/.test(html),
  // Screen readers then take the language of the reader, or read out that there is a table.
  'html-lang': isNoLoss,
  'html-role': isNoLoss,
  // Links open as all of the client's do; the address can be read.
  'html-target': isNoLoss,
  'html-mailto-links': isNoLoss,
  // Only `reversed` of lists, and `value` of items, are not taken.
  'html-lists': ({ attributes }) => !('reversed' in attributes),
  'html-align': on('td'),
  // Px on tables and images, % elsewhere; enlarged screens need the setting.
  'html-width': (use, html) =>
    any(
      on('img table', isPx),
      on('table td', ({ value }) => /^\d+%$/.test(value)),
    )(use, html) && forOutlook(html, /PixelsPerInch>96</),
  // A script that is read from the right is so without it; the place in the line is said.
  'html-dir': (use) => use.value === 'rtl' && /text-align:(right|center)/.test(styleOf(use)),
  // Square corners.
  'css-border-radius': isNoLoss,
  'css-border': any(
    inSheet,
    on('td th', ({ value }) => /^[1-8]px solid/.test(value)),
    on('img', oneOf('0')),
  ),
  'css-display': any(
    on('img', oneOf('block')),
    on('div', (use, html) => use.value === 'inline-block' && columnsStack(use, html)),
    // The cell has the same space where a link takes none.
    on('a span', (use, html) => use.value === 'inline-block' && html.includes(`mso-padding-alt:${paddingOf(use)}`)),
  ),
  'css-padding': any(
    inSheet,
    on('td th body'),
    // Lists that keep their own indent.
    on('ul ol'),
    on('a span', ({ value }, html) => html.includes(`mso-padding-alt:${value}`)),
  ),
  'css-margin': any(
    on('body', oneOf('0')),
    on('p h1 h2 h3 ul ol li', ({ value }) => !/-|auto/.test(value)),
  ),
  'css-width': any(inSheet, on('table'), on('img', isPx), on('div', columnsStack)),
  // A whole width in a table of a set one; images have theirs in an attribute.
  'css-max-width': any(
    inSheet,
    on('img', isPx),
    on('div', columnsStack),
    on('table', ({ value }, html) => forOutlook(html, new RegExp(`<table [^>]*width="${Number.parseInt(value, 10)}"`))),
  ),
  // An address that is wider than a phone is cut off there, and everything else as wide as it was.
  'css-word-break': oneOf('break-word', 'normal'),
  'css-height': on('img', ({ value, attributes: { height } }) => value === 'auto' || value === `${height}px`),
  'html-height': any(
    on('img', ({ value }) => /^\d+$/.test(value)),
    // Its line is as high.
    on('td', (use) => styleOf(use).includes(`line-height:${use.value}px;mso-line-height-rule:exactly`)),
  ),
  // Numbers are taken; lengths are with the rule beside them.
  'css-line-height': (use) => /^[\d.]+$/.test(use.value) || styleOf(use).includes('mso-line-height-rule:exactly'),
  'css-font-size': ({ value }) => /^[\d.]+(px|em)$/.test(value),
  'css-font-weight': oneOf('bold'),
  'css-text-align': oneOf('left', 'center', 'right', 'justify'),
  'css-text-decoration': oneOf('none', 'underline'),
};

/** As old as html email; caniemail.com says nothing of them. */
const olderThanData = new Set(
  `html-html html-head html-meta html-charset html-name html-content html-title html-class html-a html-href html-src
   html-alt html-border html-bgcolor html-b html-i html-u html-s html-em html-br html-li html-td html-th html-tr html-start
     html-scope
   css-color`
    .split(/\s+/)
    .map((name) => `?${name}`),
);

const isMet = (use: FeatureUse, html: string): boolean =>
  olderThanData.has(use.feature) ||
  withoutWhole(use.feature).length === 0 ||
  fallbacks[use.feature]?.(use, html) === true;

const lostIn = (html: string): readonly string[] =>
  featuresOf(html)
    .filter((use) => !isMet(use, html))
    .map(({ feature, on: where, value }) => `${feature} on ${where}: ${value}`);

const layouts = layoutNames.map((name) => [name, documentOf(defaultStyles, layoutBlocks(name))] as const);
const emails = [...broadcastDocuments, ...layouts].map(([name, document]) => ({ name, ...toEmail(document) }));

describe('what no email client may lack', () => {
  it.each(emails)('$name: has a fallback', ({ html }) => {
    expect(lostIn(html)).toEqual([]);
  });

  it.each(emails)('$name: is taken by the server as it is saved', ({ document, html }) => {
    expect(readDocument(JSON.parse(JSON.stringify(document)))).toHaveProperty('document');
    expect(unsafeHtml(readContent(html))).toBeUndefined();
  });

  it('is found: elements, attributes, properties, values, units and rules', () => {
    const { html } = emails.find(({ name }) => name === 'columns')!;
    const planted = (part: string) => lostIn(html.replace('</body>', `${part}</body>`));
    expect(planted('<video></video>')).toEqual(['html-video on video: ']);
    expect(planted('<img srcset="a.png 2x">')).toEqual(['html-srcset on img: a.png 2x']);
    expect(planted('<p style="position:absolute">')).toEqual(['css-position on p: absolute']);
    expect(planted('<p style="display:flex">')).toContain('css-display-flex on p: flex');
    expect(planted('<p style="margin:-4px auto">')).toEqual(['css-margin on p: -4px auto']);
    expect(planted('<p style="width:calc(1px + 2vh)">')).toContain('css-unit-calc on p: ');
    expect(planted('<style>@supports (x:y){a:hover{color:red}}</style>')).toContain('css-at-supports on style sheet: ');
    expect(planted('<p shiny>')).toEqual(['?html-shiny on p: ']);
    expect(lostIn(html.replaceAll(/<!--.*?-->/gs, ''))).toContain('css-max-width on table: 600px');
    expect(lostIn(html.replaceAll('mso-padding-alt', 'x'))).toContain('css-padding on a: 12px 24px');
    expect(lostIn(html.replace('<td width="278"', '<td'))).toContain('css-at-media on style sheet: ');
    expect(lostIn(html.replace('bgcolor="#1b4d84" style="background-color:#1b4d84', 'style="'))).toContain(
      'css-at-media-prefers-color-scheme on style sheet: ',
    );
  });

  it('is asked of nothing that no email uses', () => {
    const used = new Set(emails.flatMap(({ html }) => featuresOf(html)).map(({ feature }) => feature));
    expect([...Object.keys(fallbacks), ...olderThanData].filter((feature) => !used.has(feature))).toEqual([]);
  });
});
