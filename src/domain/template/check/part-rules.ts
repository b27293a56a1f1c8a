import { clippedHtml, contentCheckWords as words, noPlainText } from '../../shared/content-checks.js';
import { clippingBytes } from '../../shared/findings.js';
import { inHtml, rule } from './finding.js';

const unreadable = rule(
  'unreadable',
  { why: 'What cannot be read here cannot be checked, and email clients may show little of it.' },
  ({ read }) =>
    read === null
      ? [
          {
            severity: 'error',
            seen: 'The HTML is too large or too deeply nested to be checked in time.',
            fix: 'Shorten it, and nest fewer elements. Where it is short, ask again: the server may have been busy.',
            place: inHtml(),
          },
        ]
      : [],
);

const clipping = rule('clipping', words.clipping, ({ html }) => {
  const bytes = bytesOf(html);
  if (bytes < clippingBytes) return [];
  const seen = clippedHtml(bytes, ' before values are filled in');
  return [{ severity: 'error', seen, fix: words.clipping.remedy, place: inHtml() }];
});

const plainText = rule('plain-text', words['plain-text'], ({ text }) =>
  text.trim() === ''
    ? [{ severity: 'warning', seen: noPlainText, fix: words['plain-text'].remedy, place: { part: 'text' } }]
    : [],
);

const preheader = rule(
  'preheader',
  {
    why: 'Inboxes show the first words after the subject. Without a preview text, these are whatever comes first.',
  },
  ({ read }) => {
    if (read === null || read.preheader !== null) return [];
    const begins = read.opening === '' ? 'The HTML shows no text.' : `Inboxes would show “${read.opening}”.`;
    return [
      {
        severity: 'note',
        seen: `The email has no preview text. ${begins}`,
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
