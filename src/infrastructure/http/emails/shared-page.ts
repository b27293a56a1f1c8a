import type { EmailDocument } from '../../../projections/emails/emails.document.js';
import type { ApiError } from '../edge/errors/api-error.js';
import { escapeHtml } from '../../html/safe/escape-html.js';
import type { ShownMail } from '../edge/html-content.js';

/** No script, nothing fetched but what the page holds itself. A srcdoc document inherits the policy. */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** No cache keeps the page, no search engine lists it, and no referrer names its address. */
export const sharedPageHeaders = {
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'x-frame-options': 'DENY',
  'x-dns-prefetch-control': 'off',
  'cross-origin-opener-policy': 'same-origin',
};

/**
 * One mail as a page: who, when, what. Bcc is not shown: who opens the link may be one of the other recipients. The
 * mail's html comes escaped.
 */
export function sharedPage(email: EmailDocument, { html, text, cut }: ShownMail): string {
  const fields = [
    ['From', email.from],
    ['To', email.to.join(', ')],
    ['Cc', email.cc.join(', ')],
    ['Date', `${(email.scheduledAt ?? email.createdAt).slice(0, 19).replace('T', ' ')} UTC`],
  ].filter(([, value]) => value !== '');
  const subject = escapeHtml(email.subject.trim() === '' ? '(no subject)' : email.subject);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">',
    `<title>${subject}</title><style>${style}</style></head><body><main>`,
    `<h1>${subject}</h1><dl>`,
    ...fields.map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`),
    '</dl>',
    ...(cut ? ['<p>Shown in part: this email is too large, or its HTML takes too long to read.</p>'] : []),
    ...(html === null ? [] : ['<h2>HTML</h2>', frame(html)]),
    ...(text === null ? [] : ['<h2>Plain text</h2>', `<pre>${escapeHtml(text)}</pre>`]),
    '</main></body></html>',
  ].join('\n');
}

/** In place of the mail, for a person who opened a link that shows none. */
export function sharedProblemPage({ statusCode, message }: Pick<ApiError, 'statusCode' | 'message'>): string {
  // What is wrong with the parts of an address is a matter of programs.
  const said = statusCode === 422 ? 'This link is not complete.' : message;
  const isBusy = statusCode === 429 || statusCode >= 500;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Shared email</title><style>${style}</style></head><body><main>`,
    `<h1>This email cannot be shown</h1><p>${escapeHtml(said)}</p>`,
    ...(isBusy ? [] : ['<p>Ask the person who sent you the link for a new one.</p>']),
    '</main></body></html>',
  ].join('\n');
}

/** Without scripts, forms, pop-ups, an origin or the network. */
function frame(escapedHtml: string): string {
  return `<iframe title="The email" sandbox="" referrerpolicy="no-referrer" srcdoc="${escapedHtml}"></iframe>`;
}

/** The colours of the dashboard, light or dark. A mail itself stands on white, as its sender meant it. */
const style = [
  ':root{color-scheme:light dark;--surface:#fff;--ground:#f6f7f9;--line:#d9dde3;--text:#1b2027;--dimmed:#57606b}',
  '@media(prefers-color-scheme:dark){:root{--surface:#1c2026;--ground:#15181c;--line:#343b44;--text:#e4e7eb;--dimmed:#a8b0ba}}',
  'body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--ground)}',
  'main{max-width:48rem;margin:0 auto;padding:1.5rem}',
  'h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1rem;margin:1.5rem 0 .5rem}',
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0}',
  'dt{color:var(--dimmed)}dd{margin:0;overflow-wrap:anywhere}',
  'iframe{box-sizing:border-box;width:100%;height:70vh;border:1px solid var(--line);background:#fff;color-scheme:light}',
  'pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--surface);border:1px solid var(--line);padding:1rem;margin:0}',
].join('');
