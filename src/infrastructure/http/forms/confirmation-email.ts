import type { AskedConfirmation, ConfirmationWriter } from '../../../application/ports/confirmation-writer.js';
import type { BrandSettings } from '../../../domain/brand/brand.js';
import type { PageLanguage } from '../../../domain/shared/page-language.js';
import { escapeHtml } from '../../html/safe/escape-html.js';
import { darkLooks, looksOf, pageFonts } from '../unsubscribe/page-style.js';

/** In the look of the team's brand: with tables and inline styles, which every email client shows. */
export const confirmationWriter: ConfirmationWriter = { write };

function write({ topics, language, brand, link, linkLifeDays }: AskedConfirmation) {
  const words = mailWords[language];
  const { subject } = words;
  const ask = words.ask(topics.map((each) => words.quoted(each)).join(', '));
  const after = words.after(linkLifeDays);
  const address = brand.footerAddress?.trim() ?? '';
  const footer = address === '' ? [] : [address];
  const look = looksOf(null, brand);
  const small = (html: string) =>
    `<p class="dim" style="margin:0 0 16px;font-size:14px;color:${look.dim}">${html.replaceAll('\n', '<br>')}</p>`;
  const href = escapeHtml(link);
  const html = framed({ language, title: subject, brand }, [
    ...logoOf(brand),
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeHtml(subject)}</h1>`,
    `<p style="margin:0 0 24px">${escapeHtml(ask)}</p>`,
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr><td bgcolor="${look.accent}" style="border-radius:${look.radius};background:${look.accent};mso-padding-alt:12px 28px">`,
    `<a href="${href}" style="display:inline-block;padding:12px 28px;font-weight:600;color:${look.on};text-decoration:none">${escapeHtml(words.button)}</a>`,
    '</td></tr></table>',
    small(
      `${escapeHtml(words.orOpen)}<br><a class="dim" href="${href}" style="color:${look.dim};word-break:break-all">${href}</a>`,
    ),
    small(escapeHtml(after)),
    ...footer.map((each) => small(escapeHtml(each))),
  ]);
  return { subject, html, text: [ask, link, after, ...footer, ''].join('\n\n') };
}

interface Frame {
  readonly language: PageLanguage;
  readonly title: string;
  readonly brand: BrandSettings;
}

/** A card on the brand's ground; on dark devices our dark grounds, as the pages for visitors have them. */
function framed({ language, title, brand }: Frame, content: readonly string[]): string {
  const { ground, card, text } = looksOf(null, brand);
  const font = pageFonts[brand.font ?? 'sans'];
  const table = (width: string, style: string) =>
    `<table role="presentation" width="${width}" cellpadding="0" cellspacing="0" border="0" style="${style}">`;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>:root{color-scheme:light dark}`,
    `@media(prefers-color-scheme:dark){.ground{background:${darkLooks.ground}!important}.card{background:${darkLooks.card}!important;color:${darkLooks.text}!important}.dim{color:${darkLooks.dim}!important}}`,
    `</style></head><body class="ground" style="margin:0;padding:0;background:${ground}">`,
    `${table('100%', 'width:100%')}<tr><td class="ground" align="center" bgcolor="${ground}" style="padding:24px 12px;background:${ground}">`,
    table('560', 'width:100%;max-width:560px'),
    `<tr><td class="card" align="left" bgcolor="${card}" style="padding:32px 32px 16px;border-radius:12px;background:${card};color:${text};font:16px/1.5 ${font}">`,
    ...content,
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n');
}

function logoOf({ logoUrl, logoAlt, logoWidthPx }: BrandSettings): readonly string[] {
  if (logoUrl === null) return [];
  const sized = logoWidthPx === null ? '' : ` width="${logoWidthPx}"`;
  return [
    `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(logoAlt ?? '')}"${sized} style="display:block;border:0;max-width:100%;height:auto;margin:0 0 24px">`,
  ];
}

interface MailWords {
  readonly subject: string;
  readonly quoted: (topic: string) => string;
  readonly ask: (topics: string) => string;
  readonly button: string;
  readonly orOpen: string;
  readonly after: (days: number) => string;
}

const mailWords: Readonly<Record<PageLanguage, MailWords>> = {
  en: {
    subject: 'Confirm your subscription',
    quoted: (topic) => `“${topic}”`,
    ask: (topics) => `Someone, probably you, entered this address to get ${topics}. Confirm it here:`,
    button: 'Confirm subscription',
    orOpen: 'Or open this link:',
    after: (days) =>
      `The link works for ${days} days. If it was not you, ignore this email: you will not be subscribed.`,
  },
  de: {
    subject: 'Bitte bestätigen Sie Ihre Anmeldung',
    quoted: (topic) => `„${topic}“`,
    ask: (topics) => `Diese Adresse wurde für ${topics} eingetragen, vermutlich von Ihnen. Bestätigen Sie das hier:`,
    button: 'Anmeldung bestätigen',
    orOpen: 'Oder öffnen Sie diesen Link:',
    after: (days) =>
      `Der Link gilt ${days} Tage. Wenn Sie das nicht waren, tun Sie nichts: Sie werden nicht angemeldet.`,
  },
  fr: {
    subject: 'Confirmez votre inscription',
    quoted: (topic) => `« ${topic} »`,
    ask: (topics) => `Cette adresse a été saisie, sans doute par vous, pour recevoir ${topics}. Confirmez ici :`,
    button: 'Confirmer l’inscription',
    orOpen: 'Ou ouvrez ce lien :',
    after: (days) =>
      `Le lien est valable ${days} jours. Si ce n’était pas vous, ignorez ce message : vous ne serez pas inscrit.`,
  },
  es: {
    subject: 'Confirma tu suscripción',
    quoted: (topic) => `«${topic}»`,
    ask: (topics) => `Alguien, seguramente tú, escribió esta dirección para recibir ${topics}. Confírmalo aquí:`,
    button: 'Confirmar la suscripción',
    orOpen: 'O abre este enlace:',
    after: (days) =>
      `El enlace funciona durante ${days} días. Si no fuiste tú, ignora este correo: no quedarás suscrito.`,
  },
};
