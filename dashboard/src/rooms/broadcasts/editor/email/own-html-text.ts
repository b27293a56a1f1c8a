/* What an own html says, roughly: who writes html writes no text part beside it. */

/** Comments, tags with their attributes, and text. */
const tokens = /<!--[^]*?(?:-->|$)|<(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gi;
const unshown = /^(?:head|title|style|script|template|noscript|option|svg|iframe)$/;
const unclosed = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const lines = /^(?:br|hr|p|div|tr|h[1-6]|li|ul|ol|table|dt|dd|blockquote|section|header|footer)$/;
/** Each of these alone hides an element. */
const hiding =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|opacity\s*:\s*0*\.?0+|font-size\s*:\s*0+(?:\.0+)?[a-z%]*)\s*(?:!\s*important\s*)?(?=;|$)/;
const closing = /(?:^|;)\s*max-height\s*:\s*0+[a-z]*\s*(?:!\s*important\s*)?(?=;|$)/;

interface Open {
  readonly name: string;
  readonly isHidden: boolean;
  /** For a link: its address, and where its text begins in what was written. */
  readonly link: { readonly href: string; readonly start: number } | undefined;
}

/** The words that are shown, with the addresses of links by `linked`, and the names of pictures that are links. */
export function ownHtmlText(html: string, linked: (label: string, href: string) => string): string {
  let text = '';
  const open: Open[] = [];
  const close = (): void => {
    const link = open.pop()?.link;
    if (link === undefined || open.at(-1)?.isHidden === true) return;
    text = text.slice(0, link.start) + linked(tidy(text.slice(link.start)).replace(/\s+/g, ' '), link.href);
  };
  for (const [token, slash, tag = '', attributes = ''] of html.matchAll(tokens)) {
    const name = tag.toLowerCase();
    const isHidden = open.at(-1)?.isHidden === true;
    if (name === '') {
      if (!isHidden && !token.startsWith('<!--')) text += withoutEntities(token);
      continue;
    }
    if (!isHidden && lines.test(name)) text += '\n';
    if (!isHidden && (name === 'td' || name === 'th')) text += ' ';
    if (slash === '/') {
      if (open.some((each) => each.name === name)) {
        while (open.at(-1)?.name !== name) close();
        close();
      }
    } else if (name === 'img') {
      if (!isHidden && open.some(({ link }) => link !== undefined)) text += attributeIn(attributes, 'alt') ?? '';
    } else if (!unclosed.test(name) && !attributes.endsWith('/')) {
      const href = name === 'a' && !isHidden ? attributeIn(attributes, 'href') : undefined;
      const link = href === undefined ? undefined : { href, start: text.length };
      open.push({ name, isHidden: isHidden || unshown.test(name) || hides(attributes), link });
    }
  }
  while (open.length > 0) close();
  return tidy(text);
}

function hides(attributes: string): boolean {
  const css = (attributeIn(attributes, 'style') ?? '').replace(/\/\*[^]*?\*\//g, ' ').toLowerCase();
  return (
    /(?:^|\s)hidden(?:[\s=]|$)/i.test(attributes.replace(/"[^"]*"|'[^']*'/g, '')) ||
    hiding.test(css) ||
    (closing.test(css) && /overflow\s*:\s*hidden/.test(css))
  );
}

function attributeIn(attributes: string, wanted: string): string | undefined {
  const [, double, single, bare] =
    new RegExp(`(?:^|\\s)${wanted}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : withoutEntities(value);
}

const entities: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  zwnj: '',
  shy: '',
};

function withoutEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
    (whole, decimal?: string, hex?: string, name = '') => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      if (Number.isNaN(code)) return entities[String(name).toLowerCase()] ?? whole;
      return code <= 0x10_ffff ? String.fromCodePoint(code) : '';
    },
  );
}

function tidy(text: string): string {
  return text
    .replace(/[\u00ad\u034f\u200b\u200c\u2060\ufeff]{2,}/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}
