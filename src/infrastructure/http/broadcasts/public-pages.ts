import type { Archive } from '../../../application/broadcast/public-broadcasts.js';
import { escapeHtml } from '../../html/safe/escape-html.js';
import { framePolicy } from '../../html/safe/safe-html.js';

/** As a mail is framed in the dashboard: no script, no form, no origin; links are followed by who presses them. */
export const publicMailHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `${framePolicy(true)}; frame-ancestors 'none'; sandbox`,
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-dns-prefetch-control': 'off',
};

export const archiveHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
};

/** A mail that was made safe, with the title that a page has. */
export function publicMail(subject: string, html: string | null, text: string | null): string {
  const title = `<title>${escapeHtml(subject)}</title><meta name="viewport" content="width=device-width, initial-scale=1">`;
  if (html === null) {
    return `<!doctype html><html><head><meta charset="utf-8">${title}</head><body><pre>${escapeHtml(text ?? '')}</pre></body></html>`;
  }
  const before = /<head\b[^>]*>/.exec(html);
  const at = before === null ? html.length : before.index + before[0].length;
  return `${html.slice(0, at)}${title}${html.slice(at)}`;
}

const style =
  ':root{color-scheme:light dark}body{max-width:40rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif}li{margin:0 0 1rem}time{display:block}';

/** What is public about a topic, newest first. */
export function archivePage(archive: Archive, url: string, linkOf: (token: string) => string): string {
  const { name, description, broadcasts } = archive;
  const items = broadcasts.map(({ token, subject, previewText, sentAt }) => {
    const day = `<time datetime="${sentAt}">${sentAt.slice(0, 10)}</time>`;
    const more = previewText === null ? '' : `<p>${escapeHtml(previewText)}</p>`;
    return `<li>${day}<a href="${escapeHtml(linkOf(token))}">${escapeHtml(subject)}</a>${more}</li>`;
  });
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(name)}</title><style>${style}</style>`,
    `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(name)}" href="${escapeHtml(url)}/feed.xml">`,
    `</head><body><main><h1>${escapeHtml(name)}</h1>`,
    ...(description === null ? [] : [`<p>${escapeHtml(description)}</p>`]),
    `<ul>${items.join('')}</ul><p><a href="${escapeHtml(url)}/feed.xml">RSS</a></p></main></body></html>`,
  ].join('\n');
}

/** XML 1.0 §2.2: no escape makes these characters of a document. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are taken out.
const notXml =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const xml = (text: string): string => escapeHtml(text.replace(notXml, ''));

/** RSS 2.0. */
export function archiveFeed(archive: Archive, url: string, linkOf: (token: string) => string): string {
  const { name, description, broadcasts } = archive;
  const items = broadcasts.map(({ token, subject, previewText, sentAt }) => {
    const link = xml(linkOf(token));
    const more = previewText === null ? '' : `<description>${xml(previewText)}</description>`;
    const date = new Date(sentAt).toUTCString();
    return `<item><title>${xml(subject)}</title><link>${link}</link><guid>${link}</guid><pubDate>${date}</pubDate>${more}</item>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0"><channel><title>${xml(name)}</title><link>${xml(url)}</link>`,
    `<description>${xml(description ?? name)}</description>`,
    ...items,
    '</channel></rss>',
  ].join('\n');
}
