import { blocksHtml } from './block-html.js';
import { columnClass } from './columns-html.js';
import { direction } from './direction.js';
import { type EmailDocument, sentBlocks } from './document.js';
import { layoutTable, styled } from './markup.js';
import { fonts, isRightToLeft } from './styles.js';

const paddingPx = 32;

/** On a phone the edges are narrow, and columns stand below one another. */
const phoneStyles = `@media (max-width:480px){.${columnClass}{display:block!important;width:100%!important;padding:0!important}.sheet{padding:20px!important}}`;

/** What Outlook for Windows alone reads. */
const forOutlook = (html: string): string => `<!--[if mso]>${html}<![endif]-->`;

/** Without it lengths in attributes stay small where the screen is enlarged. */
const outlookSettings =
  '<xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>';

/** The whole html of an email: tables for places, styles at each element. The server fills in its title. */
export function pageHtml(document: EmailDocument): string {
  const { style: styles } = document;
  const { font, language, width, ground, surface, text } = styles;
  const body = blocksHtml(sentBlocks(document), { styles, widthPx: width - 2 * paddingPx });
  // An address that is wider than a phone.
  const written = { 'font-family': fonts[font], color: text, 'word-break': 'break-word' };
  const sheet = `<td class="sheet" bgcolor="${surface}"${styled({ padding: `${paddingPx}px`, 'background-color': surface, ...written })}>\n${body}\n</td>`;
  const inner = inOutlook(
    width,
    layoutTable(` width="100%"${styled({ 'max-width': `${width}px` })}`, `<tr>${sheet}</tr>`),
  );
  // It takes no font and no color from a table that another stands in.
  const outlookStyles = `<style>td,p,h1,h2,h3,li,a{font-family:${fonts[font]}}td{color:${text}}</style>`;
  const around = layoutTable(
    ` width="100%" bgcolor="${ground}"${styled({ 'background-color': ground })}`,
    `<tr><td align="center"${styled({ padding: '24px 12px' })}>${inner}</td></tr>`,
  );
  return `<!doctype html>
<html lang="${language}"${direction(isRightToLeft(language))}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title></title>
<style>${phoneStyles}</style>
${forOutlook(`${outlookSettings}${outlookStyles}`)}
</head>
<body${styled({ margin: '0', padding: '0', 'background-color': ground })}>
${around}
</body>
</html>
`;
}

/** In a table of a set width: Outlook knows no largest width, and would make it as wide as its window. */
const inOutlook = (width: number, html: string): string =>
  [
    forOutlook(
      `<table role="presentation" border="0" cellpadding="0" cellspacing="0" align="center" width="${width}"><tr><td>`,
    ),
    html,
    forOutlook('</td></tr></table>'),
  ].join('\n');
