/** A merge tag of another service: nothing fills it in, and all readers would see it as it stands. */
export interface ForeignTag {
  readonly tag: string;
  /** Offset in the text. */
  readonly at: number;
}

const person = String.raw`(?:(?:first|last|full|given|family|user)[ _-]?name|[fl]name|surname|name|e-?mail(?:[ _-]?address)?|company(?:[ _-]?name)?|phone|city)`;
const way = String.raw`(?:unsubscribe|unsub|web ?version|view_?online|preferences|manage_?preferences|update_?profile)(?:[ _-]?(?:url|link))?`;

/** By the signs around it. Words alone only where they can be nothing else; lengths are bounded, so none is slow. */
const shapes: readonly RegExp[] = [
  // Mailchimp, Mandrill.
  /\*\|[A-Z][\w:.,=+ -]{0,80}\|\*/gi,
  // Brevo, Klaviyo, HubSpot, Shopify, listmonk and all that are like Handlebars, Liquid or Jinja.
  /(?<!\{)\{\{[-~]?\s*[#/^&>!]?\s*[\p{L}_.$@"'][^{}\n]{0,200}\}\}(?!\})/gu,
  /\{%-?\s*[a-z_]+[^{}%\n]{0,200}-?%\}/gi,
  // Three braces around what is no name.
  /\{\{\{\s*(?!#if\s|\/if\s*\}|[A-Za-z_][A-Za-z0-9_.]{0,49}\s*(?:\||\}))[^{}\s|][^{}\n]{0,200}\}\}\}/g,
  // Salesforce, Pardot; Mailgun; ActiveCampaign, Drip.
  /%%[a-z_=][\w .=:@()'"-]{0,80}%%/gi,
  /(?<![%\w])%(?:recipient|mailing_list|tag_unsubscribe|unsubscribe)(?:[._][\w.]{1,60})?%/gi,
  /(?<![%\w])%(?![0-9A-F]{2})[A-Z][A-Z0-9]{1,30}(?:[_-][A-Z0-9]{1,30}){0,5}%(?!\w)/g,
  /(?<![%\w])%(?![0-9a-f]{2})[a-z]{2,30}(?:_[a-z0-9]{1,30}){1,5}%(?!\w)/g,
  // Sendy, Campaign Monitor, MailPoet, GetResponse, Mailjet, Constant Contact, SendGrid, Emma, Zoho.
  new RegExp(
    String.raw`(?<![\[\w])\[(?:${person}|${way})(?:,\s*fallback=[^\[\]\n]{0,80}|\s*\|[^\[\]\n]{0,80})?\](?![\](])`,
    'gi',
  ),
  /\[(?:subscriber|newsletter|link|custom_?field|contact_attribute):[a-z_][^\]\s]{0,60}(?:\s*\|[^\[\]\n]{0,80})?\]/gi,
  new RegExp(
    String.raw`\[\[(?:(?:data|var|contact|custom)[:.][^\[\]\n]{1,80}|${person}(?:\s+OR\s[^\[\]\n]{0,80})?|${way}|UNSUB_LINK_[A-Z]{2}|EMAIL_TO)\]\]`,
    'gi',
  ),
  /\[%[^%\]\n]{1,120}%\]/g,
  /\$\[[A-Z][\w:.]{0,60}(?:\|[^\[\]\n]{0,80})?\]\$/gi,
  // MailerLite, AWeber, template literals, Ghost, Mautic.
  /(?<!\{)\{[$!][a-z_][\w.\- ]{0,60}(?:\|[^{}\n]{0,80})?\}(?!\})/gi,
  /\$\{[a-z_][\w.]{0,60}\}/gi,
  new RegExp(
    String.raw`(?<![{$])\{(?:${person}|${way}|uuid|(?:contactfield|leadfield|subscriber|contact|user)[.=:][\w.|]{1,60})(?:\s*,\s*"[^"{}\n]{0,80}"|\s*\|[^{}\n]{0,80})?\}(?!\})`,
    'gi',
  ),
  // ERB, EJS, PHP; Keap; others.
  /<%[=\-#]?\s*[\w@][^<>%\n]{0,120}%>/g,
  /<\?(?:php\b|=)[^<>\n]{0,120}\?>/gi,
  /(?<![\w/~])~[A-Z][a-z]+\.[A-Z][A-Za-z]+~/g,
  /(?<!@)@@[a-z][a-z_]{1,40}@@(?!@)/gi,
  new RegExp(String.raw`(?<![\w#])(##?)${person}\1(?![\w#])`, 'gi'),
  new RegExp(String.raw`(?<![\w$])\$${person}\$(?![\w$])`, 'gi'),
  new RegExp(String.raw`(?<![\w/-])-(?:${person})-(?![\w-])`, 'gi'),
];

/** Campaign Monitor has elements for them. */
const elements =
  /<(?:unsubscribe|webversion|preferences|forwardtoafriend|currentday|currentmonthname|currentyear)\s*\/?>/gi;

/** Content of an html that is none for readers, or shows how something is written. */
const unread = ['script', 'style', 'code', 'pre', 'kbd', 'samp'] as const;

/** Each once, by its first place. */
export function foreignTags(text: string, isHtml: boolean): readonly ForeignTag[] {
  const searched = isHtml ? withoutUnread(text) : text;
  const found = new Map<string, number>();
  for (const shape of isHtml ? [...shapes, elements] : shapes) {
    for (const { 0: tag, index } of searched.matchAll(shape)) {
      const known = found.get(tag);
      if (known === undefined || index < known) found.set(tag, index);
    }
  }
  return [...found].map(([tag, at]) => ({ tag, at })).sort((one, other) => one.at - other.at);
}

/** Blanks in its place, so that offsets stay. */
function withoutUnread(html: string): string {
  const lower = html.toLowerCase();
  let made = html;
  for (const name of unread) {
    const pieces: string[] = [];
    let at = 0;
    for (;;) {
      const start = lower.indexOf(`<${name}`, at);
      const end = start < 0 ? -1 : lower.indexOf(`</${name}`, start);
      if (end < 0) break;
      const isName = /[\s>/]/.test(lower[start + name.length + 1] ?? '');
      pieces.push(made.slice(at, start), isName ? ' '.repeat(end - start) : made.slice(start, end));
      at = end;
    }
    made = pieces.join('') + made.slice(at);
  }
  return made;
}
