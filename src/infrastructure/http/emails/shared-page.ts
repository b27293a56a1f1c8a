import type { EmailDocument } from '../../../projections/emails/emails.document.js';
import { escapeHtml } from './rendering/escape-html.js';
import type { RenderedMail } from './rendering/mail-rendering.js';

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
 * One mail as a page: who, when, what. Bcc is not shown: who opens the link may be one of the other recipients. The mail's html
 * comes escaped.
 */
export function sharedPage(email: EmailDocument, { html, text, cut }: RenderedMail): string {
  const fields = [
    ['From', email.from],
    ['To', email.to.join(', ')],
    ['Cc', email.cc.join(', ')],
    ['Date', `${(email.scheduledAt ?? email.createdAt).slice(0, 19).replace('T', ' ')} UTC`],
  ].filter(([, value]) => value !== '');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(email.subject)}</title><style>${style}</style></head><body><main>`,
    `<h1>${escapeHtml(email.subject)}</h1><dl>`,
    ...fields.map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`),
    '</dl>',
    ...(cut ? ['<p>Shown in part: this mail is too large, or its HTML takes too long to read.</p>'] : []),
    ...(html === null ? [] : ['<h2>HTML</h2>', frame(html)]),
    ...(text === null ? [] : ['<h2>Plain text</h2>', `<pre>${escapeHtml(text)}</pre>`]),
    '</main></body></html>',
  ].join('\n');
}

/** Without scripts, forms, pop-ups, an origin or the network. */
function frame(escapedHtml: string): string {
  return `<iframe title="The email" sandbox="" referrerpolicy="no-referrer" srcdoc="${escapedHtml}"></iframe>`;
}

const style = [
  'body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1c1c1c;background:#f6f6f4}',
  'main{max-width:48rem;margin:0 auto;padding:1.5rem}',
  'h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1rem;margin:1.5rem 0 .5rem}',
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0}',
  'dt{color:#5a5a5a}dd{margin:0;overflow-wrap:anywhere}',
  'iframe{width:100%;height:70vh;border:1px solid #d0d0cc;background:#fff}',
  'pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#fff;border:1px solid #d0d0cc;padding:1rem;margin:0}',
].join('');
