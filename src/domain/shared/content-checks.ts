import { clippingBytes, sizeOf, type Source } from './findings.js';

/** The words of a check: why it matters and by which source, and what to do. */
interface CheckWords {
  readonly why: string;
  readonly source: Source;
  readonly remedy: string;
}

/** Checks of an email that are checks of its content too: insights, templates and reviews say the same words. */
export const contentCheckWords = {
  'plain-text': {
    why: 'Some readers, watches and screen readers show only plain text, and filters distrust html that comes alone.',
    source: { name: 'RFC 2046 §5.1.4', url: 'https://www.rfc-editor.org/rfc/rfc2046#section-5.1.4' },
    remedy: 'Write `text`, or remove it: it is then derived from the html.',
  },
  clipping: {
    why: 'Gmail cuts longer html off behind a link, and with it the unsubscribe link at the end.',
    source: {
      name: 'Spam Resource: What is Gmail clipping',
      url: 'https://www.spamresource.com/2022/01/what-is-gmail-clipping-and-what-to-do.html',
    },
    remedy: 'Shorten the content, upload images instead of embedding them, and minify styles and markup.',
  },
  'alt-texts': {
    why: 'Many email clients load images only on request, and screen readers read the alt text instead.',
    source: { name: 'WCAG 2.2, 1.1.1 Non-text Content', url: 'https://www.w3.org/TR/WCAG22/#non-text-content' },
    remedy: 'Describe the image in `alt`. If it is only decoration, use `alt=""`.',
  },
} as const satisfies Readonly<Record<string, CheckWords>>;

export const noPlainText = 'There is no plain-text part, or it is empty.';

/** @param when follows the size, where the email will have another one. */
export const clippedHtml = (bytes: number, when = ''): string =>
  `The HTML is ${sizeOf(bytes)}${when}: Gmail shows the first ${sizeOf(clippingBytes)}.`;

/** Rules for contents say it with its place: a review that asks both says it once. */
export const isContentCheck = (name: string): boolean => Object.hasOwn(contentCheckWords, name);
