/** Text for html, in an element or in an attribute. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;');

const tag = /(\{\{\{[^{}]*\}\}\})/;

/**
 * {@link escaped}, but for merge tags: the server escapes what it puts there, fallbacks too. What would end an
 * attribute or begin an element is left out of them.
 */
export const escapedAroundTags = (text: string): string =>
  text
    .split(tag)
    .map((part) => (tag.test(part) ? part.replace(/[<>"]/g, '') : escaped(part)))
    .join('');

/** A value for each property; what is undefined is left out. */
export type Style = Readonly<Record<string, string | undefined>>;

/** The attribute with all of them, for email clients that know no style sheets. */
export function styled(style: Style): string {
  const declarations = Object.entries(style).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}:${value}`,
  );
  return declarations.length === 0 ? '' : ` style="${escaped(declarations.join(';'))}"`;
}

/** A table that only places things: nothing of it is read out. */
export const layoutTable = (attributes: string, rows: string): string =>
  `<table role="presentation" border="0" cellpadding="0" cellspacing="0"${attributes}>${rows}</table>`;

/** What Outlook for Windows alone reads. */
export const forOutlook = (html: string): string => `<!--[if mso]>${html}<![endif]-->`;

const schemes = /^(https?:\/\/\S|mailto:\S|tel:\S|#\S|\{\{\{)/i;

/** Space of a cell, which every email client keeps; margins of tables are ignored by some. */
export function spaced(html: string, belowPx: number, abovePx = 0, align?: string): string {
  const cell = `<td${align === undefined ? '' : ` align="${align}"`}${styled({ padding: `${abovePx}px 0 ${belowPx}px` })}>`;
  return layoutTable(' width="100%"', `<tr>${cell}${html}</td></tr>`);
}

/** An address as it was typed, if email clients open it; a host or a mail address gets its scheme. */
export function addressIn(typed: string): string {
  const text = typed.trim();
  if (text === '' || schemes.test(text)) return text;
  if (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text)) return `mailto:${text}`;
  return /^[\w-]+(\.[\w-]+)+([/?#:]\S*)?$/.test(text) ? `https://${text}` : '';
}

/** A merge tag as the server reads it; braces in a fallback would end it, and angles begin an element. */
export function tagText(key: string, fallback: string): string {
  const sound = fallback.replace(/[{}<>\n]/g, ' ').trim();
  return sound === '' ? `{{{${key}}}}` : `{{{${key}|${sound}}}}`;
}

export const unsubscribeTag = '{{{RESEND_UNSUBSCRIBE_URL}}}';
