/**
 * Shows HTML of strangers as the server made it safe, without rights of any kind. Three fences, each enough against scripts:
 * - `sandbox=""`: no scripts, forms, pop-ups, downloads, meta refresh or top navigation, and an origin of its own;
 * - the policy written into the document: no address may be fetched, pictures only from `data:`;
 * - the page's own policy, which a srcdoc document inherits. It allows inline styles, because mail has no others; that
 *   is the only reason why the page's `style-src` has 'unsafe-inline'. Its `frame-src 'none'` (srcdoc is no fetch) keeps
 *   every other document out of the frame.
 */
export function MailFrame({ title, document }: { readonly title: string; readonly document: string }) {
  return <iframe className="frame" title={title} sandbox="" referrerPolicy="no-referrer" srcDoc={document} />;
}
