import { clippingBytes, sizeOf } from '../../shared/findings.js';
import { inHtml, rule } from './finding.js';

const unreadable = rule(
  'unreadable',
  { why: 'What cannot be read here cannot be checked, and mail programs may show little of it.' },
  ({ read }) =>
    read === null
      ? [
          {
            severity: 'error',
            seen: 'The html is too large or too deep to be read in time.',
            fix: 'Shorten it, and nest fewer elements. Where it is short, ask again: the server may have been busy.',
            place: inHtml(),
          },
        ]
      : [],
);

const clipping = rule(
  'clipping',
  {
    why: 'Gmail cuts longer html off behind a link, and with it the unsubscribe link at the end.',
    source: {
      name: 'Spam Resource: What is Gmail clipping',
      url: 'https://www.spamresource.com/2022/01/what-is-gmail-clipping-and-what-to-do.html',
    },
  },
  ({ html }) => {
    const bytes = bytesOf(html);
    if (bytes < clippingBytes) return [];
    return [
      {
        severity: 'error',
        seen: `The html is ${sizeOf(bytes)} before values are filled in: Gmail shows the first ${sizeOf(clippingBytes)}.`,
        fix: 'Shorten the content, move images out of the html, and minify styles and markup.',
        place: inHtml(),
      },
    ];
  },
);

const plainText = rule(
  'plain-text',
  {
    why: 'Some readers, watches and screen readers show only plain text, and filters distrust html that comes alone.',
    source: { name: 'RFC 2046 §5.1.4', url: 'https://www.rfc-editor.org/rfc/rfc2046#section-5.1.4' },
  },
  ({ text }) =>
    text.trim() === ''
      ? [
          {
            severity: 'warning',
            seen: 'There is no plain-text part, or it is empty.',
            fix: 'Write `text`, or set it to null: it is then derived from the html.',
            place: { part: 'text' },
          },
        ]
      : [],
);

const preheader = rule(
  'preheader',
  {
    why: 'Lists of emails show the first words beside the subject; without a preheader they are whatever comes first.',
  },
  ({ read }) => {
    if (read === null || read.preheader !== null) return [];
    const begins = read.opening === '' ? 'The html shows no text.' : `The list would show “${read.opening}”.`;
    return [
      {
        severity: 'note',
        seen: `There is no preheader. ${begins}`,
        fix: 'Begin the body with a hidden element that says what the email is about, such as `<Preview>` of React Email.',
        place: null,
      },
    ];
  },
);

const brokenCss = rule(
  'broken-css',
  { why: 'A style that cannot be read is ignored, and often what comes after it as well.' },
  ({ read }) =>
    (read?.brokenCss ?? []).map(({ message, spot }) => ({
      severity: 'warning',
      seen: `A style cannot be read: ${message}.`,
      fix: 'Correct it: look for a missing brace, colon or semicolon.',
      place: inHtml(spot),
    })),
);

export const partRules = [unreadable, clipping, plainText, preheader, brokenCss];

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
