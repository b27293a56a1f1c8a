/** Where a value would change what the html is, whatever is escaped in it. For people. */
export type Unsound = string;

const place = /\{\{\{[^{}]*\}\}\}/g;
/** Values may be empty: two places one behind the other are one. */
const withoutPlaces = (text: string): string => text.replace(place, '');

/** `before` and `after`: of the stretch that it stands in, the source. Nearer than this is looked at. */
const near = 400;

/** In a text, or in an element that holds nothing but text. */
export function unsoundInText(before: string): Unsound | undefined {
  // `<` and a letter begin a tag, `</` ends the title that it stands in, `<!` and `<?` begin a comment.
  return /<[!?/]?[a-z0-9:-]*$/i.test(withoutPlaces(before.slice(-near))) ? 'text right behind a `<`' : undefined;
}

/** In a comment, which `-->`, `--!>` and a first `>` end: a part of these may be in the value. */
export function unsoundInComment(before: string, after: string): Unsound | undefined {
  const next = withoutPlaces(after.slice(0, near));
  const isEnd = next.startsWith('-->');
  if (!isEnd && /^(?:-|-?!)?>/.test(next)) return 'a comment right before a `>`';
  return unsoundInText(before.replace(/^<!--/, ''));
}

/** `value`: of the attribute, its references decoded; `at`: where the place is in it. */
export function unsoundInLink(value: string, at: number): Unsound | undefined {
  // A host is shorter than what is looked at.
  const begun = value.slice(Math.max(0, at - 5 * near), at);
  // A browser drops these before it reads a URL, and takes a list of them apart.
  const [last = ''] = /[^\s,]*$/.exec(begun.replace(/[\t\n\r]/g, '').trimStart()) ?? [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them at the beginning.
  const all = value.slice(0, Math.min(at, near)).replace(/[\u0000-\u0020]+/g, '');
  if (/^(?:javascript|vbscript|data|blob|filesystem):/i.test(withoutPlaces(all))) return 'a URL that is code';
  const fixed = withoutPlaces(last);
  const rest = withoutPlaces(value.slice(at, at + near));
  const beginsWithPlace = /^\{\{\{/.test(last);
  if (!beginsWithPlace && fixed === '') return undefined;
  if (/^(?:https?|ftp|wss?|file):[/\\]*[^/\\?#]*$/i.test(fixed) || /^[/\\]{2}[^/\\?#]*$/.test(fixed))
    return 'the host of a link';
  if (beginsWithPlace && !/[/\\?#]/.test(fixed)) return 'the host of a link';
  if (/^[a-z][a-z0-9+.-]*$/i.test(fixed) && /^[a-z0-9+.-]*:/i.test(rest)) return 'the scheme of a link';
  return undefined;
}

/** By its element and its name: no value of it is sound. */
export function isUnsoundAttribute(
  tagName: string,
  name: string,
  attributes: Readonly<Record<string, string>>,
): boolean {
  if (tagName === 'meta' && name === 'http-equiv') return true;
  if (tagName === 'meta' && name === 'content') return /refresh|\{\{\{/i.test(attributes['http-equiv'] ?? '');
  // They change another attribute, a link among them, while they run.
  return /^(?:animate|set)/.test(tagName);
}
