import { blocksHtml } from './block-html.js';
import { columnStyles } from './columns-html.js';
import { colored, darkStyles, hasOwnColors } from './dark.js';
import { direction } from './direction.js';
import { type DocumentNode, type EmailDocument, sentBlocks, textAttr } from './document.js';
import { forOutlook, layoutTable, styled } from './markup.js';
import { cellStyles } from './table.js';
import { type AroundBlock, type EmailStyles, fonts, isRightToLeft } from './styles.js';

const paddingPx = 32;

const phoneStyles = '@media (max-width:480px){.sheet{padding:20px!important}}';

/** Without it lengths in attributes stay small where the screen is enlarged. */
const outlookSettings =
  '<xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>';

/** Text keeps its size on iOS, and numbers and dates do not become links. */
const appleSettings =
  '<meta name="x-apple-disable-message-reformatting">\n<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">';

/** The whole html of an email: tables for places, styles at each element. The server fills in its title. */
export function pageHtml(document: EmailDocument, aroundBlock?: AroundBlock): string {
  const { style: styles } = document;
  const { language, width, ground } = styles;
  const blocks = sentBlocks(document);
  const frame = {
    styles,
    widthPx: width - 2 * paddingPx,
    ...(aroundBlock === undefined ? {} : { around: aroundBlock }),
  };
  const inner = inOutlook(width, sheetHtml(blocksHtml(blocks, frame), styles));
  const around = layoutTable(
    `${colored({ ground })} width="100%" bgcolor="${ground}"${styled({ 'background-color': ground })}`,
    `<tr><td align="center"${styled({ padding: '24px 12px' })}>${inner}</td></tr>`,
  );
  const body = `<body${colored({ ground })}${styled({ margin: '0', padding: '0', 'background-color': ground })}>
${around}
</body>`;
  const isDarkToo = !blocks.some(hasColorsByHand);
  return `<!doctype html>
<html lang="${language}"${direction(isRightToLeft(language))}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${appleSettings}
${schemes(isDarkToo ? 'light dark' : 'light')}
<title></title>
<style>${phoneStyles}${cellStyles(body)}${columnStyles(body)}${isDarkToo ? darkStyles(body) : ''}</style>
${forOutlook(`${outlookSettings}${outlookStyles(styles)}`)}
</head>
${body}
</html>
`;
}

function sheetHtml(body: string, { font, width, surface, text }: EmailStyles): string {
  // An address may be wider than a phone.
  const written = { 'font-family': fonts[font], color: text, 'word-break': 'break-word' };
  const style = { padding: `${paddingPx}px`, 'background-color': surface, ...written };
  const sheet = `<td${colored({ ground: surface, text }, 'sheet')} bgcolor="${surface}"${styled(style)}>\n${body}\n</td>`;
  return layoutTable(` width="100%"${styled({ 'max-width': `${width}px` })}`, `<tr>${sheet}</tr>`);
}

/** It takes no font and no color from a table that another stands in. */
const outlookStyles = ({ font, text }: EmailStyles): string =>
  `<style>td,th,p,h1,h2,h3,li,a{font-family:${fonts[font]}}td,th{color:${text}}</style>`;

const schemes = (names: string): string =>
  ['color-scheme', 'supported-color-schemes'].map((name) => `<meta name="${name}" content="${names}">`).join('\n');

/** Nothing says what such colors are in the dark. */
const hasColorsByHand = ({ type, attrs, content = [] }: DocumentNode): boolean =>
  (type === 'htmlBlock' && hasOwnColors(textAttr({ attrs: attrs ?? {} }, 'html'))) || content.some(hasColorsByHand);

/** In a table of a set width: Outlook knows no largest width, and would make it as wide as its window. */
const inOutlook = (width: number, html: string): string =>
  [
    forOutlook(
      `<table role="presentation" border="0" cellpadding="0" cellspacing="0" align="center" width="${width}"><tr><td>`,
    ),
    html,
    forOutlook('</td></tr></table>'),
  ].join('\n');
