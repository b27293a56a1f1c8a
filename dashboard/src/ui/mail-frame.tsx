import { useMemo } from 'react';

/**
 * Shows HTML that is not trusted, without rights of any kind. Three fences, each enough against scripts:
 * - `sandbox=""`: no scripts, forms, pop-ups, downloads, meta refresh or top navigation, and an origin of its own;
 * - the policy written into the document: no address may be fetched, pictures only from `data:`;
 * - the page's own policy, which a srcdoc document inherits. It allows inline styles, because mail has no others; that
 *   is the only reason why the page's `style-src` has 'unsafe-inline'. Its `frame-src 'none'` (srcdoc is no fetch) keeps
 *   every other document out of the frame.
 */
export function MailFrame({ title, document }: { readonly title: string; readonly document: string }) {
  return <iframe className="frame" title={title} sandbox="" referrerPolicy="no-referrer" srcDoc={document} />;
}

/** For html that the server has not made safe to show. */
export function RawMailFrame({ title, html }: { readonly title: string; readonly html: string }) {
  return <MailFrame title={title} document={useMemo(() => frameDocument(html), [html])} />;
}

const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

const removed =
  'link, base, meta, script, template, svg, math, noscript, noembed, noframes, xmp, plaintext, iframe, object, embed';

function frameDocument(html: string): string {
  const mail = new DOMParser().parseFromString(html, 'text/html');
  // Prefetch and preconnect links open connections that no policy stops; the others have nothing to load either. What stands in
  // a template is not found here, and what stands in svg, math or raw text may become an element when it is read again.
  for (const element of mail.querySelectorAll(removed)) element.remove();
  // A parser looks ahead for what to fetch, and may find it before it has read the policy.
  for (const name of ['src', 'srcset', 'poster', 'background', 'data']) {
    for (const element of mail.querySelectorAll(`[${name}]:not([${name}^="data:"])`)) element.removeAttribute(name);
  }
  for (const style of mail.querySelectorAll('style')) {
    style.textContent = style.textContent.replace(/@import[^;]*;?/gi, '');
  }
  // A new window is not allowed from here, so a click does nothing, where it would else replace the mail in its frame.
  for (const link of mail.querySelectorAll('a, area')) {
    link.setAttribute('target', '_blank');
    if (!link.hasAttribute('title')) link.setAttribute('title', link.getAttribute('href') ?? '');
  }
  return [
    '<!doctype html><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off">',
    '<meta name="color-scheme" content="light"><style>body{margin:16px;font-family:sans-serif}</style>',
    mail.documentElement.outerHTML,
  ].join('');
}
