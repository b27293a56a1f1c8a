import {
  type Place,
  placesIn,
  reservedNames,
  type TemplateContent,
  type TemplateVariable,
  type VariableType,
} from './content.js';

/** What goes to the places of one mail, as text, by name. */
export type MergeValues = Readonly<Record<string, string>>;

/** Why a template cannot be filled in; `variable` is the name of what is wrong. */
export type MergeRefusal =
  | { readonly refused: 'missing-variable'; readonly variable: string }
  | { readonly refused: 'wrong-variable'; readonly variable: string; readonly expected: string };

const maxCharacters = 2_000;
/** What a link may lead to; anything else could run code where it is clicked. */
export const linkPattern = /^(https?:\/\/|mailto:|tel:)/i;

/**
 * The values of one mail, every one of them sound, or the first that is wrong. What is given and not asked for is left
 * out.
 */
export function mergeValues(
  content: ContentOfMerge,
  given: Readonly<Record<string, unknown>>,
  reserved: MergeValues,
): { readonly values: MergeValues } | MergeRefusal {
  const { values, problems } = tryValues(content, given, reserved);
  return problems[0] ?? { values };
}

type ContentOfMerge = Pick<TemplateContent, 'variables' | 'subject' | 'text' | 'places'>;

/** {@link mergeValues} with everything that is wrong, once for each variable; what is wrong has no value. */
export function tryValues(
  content: ContentOfMerge,
  given: Readonly<Record<string, unknown>>,
  reserved: MergeValues,
): { readonly values: MergeValues; readonly problems: readonly MergeRefusal[] } {
  const places = [...placesOf(content.subject ?? ''), ...placesOf(content.text), ...content.places];
  const declared = new Map(content.variables.map((variable) => [variable.key, variable]));
  const values: Record<string, string> = {};
  const problems = new Map<string, MergeRefusal>();
  for (const { key } of content.variables) {
    const wrong = problemWith(declared.get(key), given[key]);
    if (wrong !== undefined) problems.set(key, { refused: 'wrong-variable', variable: key, expected: wrong });
  }
  for (const place of places) {
    const { name } = place;
    if (problems.has(name)) continue;
    const found = soundAt(place, valueFor(place, declared.get(name), given, reserved));
    if ('refused' in found) problems.set(name, found);
    else if (found.isGiven) values[name] = found.text;
  }
  for (const name of problems.keys()) delete values[name];
  return { values, problems: [...problems.values()] };
}

function soundAt({ name, kind }: Place, value: ReturnType<typeof valueFor>): Found | MergeRefusal {
  if (value === undefined) return { refused: 'missing-variable', variable: name };
  if ('wrong' in value) return { refused: 'wrong-variable', variable: name, expected: value.wrong };
  // What the server fills in may not be known yet.
  const isOpen = isReserved(name) && value.text === '';
  if (kind !== 'link' || isOpen || linkPattern.test(value.text.trim())) return value;
  return { refused: 'wrong-variable', variable: name, expected: 'a URL of http, https, mailto or tel' };
}

interface Found {
  readonly text: string;
  /** Not what the template itself says. */
  readonly isGiven: boolean;
}

/** Undefined where nothing says what stands there. */
function valueFor(
  { name, fallback }: Place,
  variable: TemplateVariable | undefined,
  given: Readonly<Record<string, unknown>>,
  reserved: MergeValues,
): Found | { readonly wrong: string } | undefined {
  if (isReserved(name)) return { text: reserved[name] ?? fallback ?? '', isGiven: reserved[name] !== undefined };
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (value !== undefined && value !== null) {
    const isWrong = variable === undefined && !isText(value) && !isNumber(value);
    return isWrong ? { wrong: textOrNumber } : { text: textOf(value), isGiven: true };
  }
  if (fallback !== null) return { text: fallback, isGiven: false };
  if (variable === undefined || variable.fallback === null) return undefined;
  return { text: textOf(variable.fallback), isGiven: false };
}

/** The server fills it in. */
export const isReserved = (name: string): boolean => reservedNames.some((each) => each === name.split('.')[0]);
/** For what is used and not declared. */
const textOrNumber = `a string of at most ${maxCharacters} characters, or a number`;

function problemWith(variable: TemplateVariable | undefined, value: unknown): string | undefined {
  if (variable === undefined || value === undefined || value === null) return undefined;
  return expectations[variable.type](value);
}

const expectations: Readonly<Record<VariableType, (value: unknown) => string | undefined>> = {
  string: (value) => (isText(value) ? undefined : `a string of at most ${maxCharacters} characters`),
  number: (value) => (isNumber(value) ? undefined : 'a number'),
  boolean: (value) => (typeof value === 'boolean' ? undefined : '`true` or `false`'),
  object: (value) => (typeof value === 'object' && !Array.isArray(value) ? undefined : 'an object'),
  list: (value) => (Array.isArray(value) ? undefined : 'a list'),
};
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= maxCharacters;
const isNumber = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

/** A value of any JSON type as it is written. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** In a text, a value within a URL is a part of it. */
const placesOf = (text: string): readonly Place[] =>
  placesIn(text).map((place) => ({ ...place, kind: isWithinUrl(text, place.start) ? 'link-part' : 'plain' }));

/** More of a URL is not looked at. */
const maxUrlCharacters = 2_000;

/** Behind the beginning of a URL, or behind a value that begins one and a query. */
function isWithinUrl(text: string, start: number): boolean {
  const before = text
    .slice(Math.max(0, start - maxUrlCharacters), start)
    .replace(/\{\{\{[^{}]*\}\}\}/g, '\0')
    .replace(/^.*[\s<>"()[\]{}]/s, '');
  return /^.*?(?:https?:\/\/|mailto:)./is.test(before) || /\0[^?]*\?[^?]*=[^?]*$/.test(before);
}

/** The texts of a mail, filled in. `values` are those of {@link mergeValues}. */
export function merged(
  content: Pick<TemplateContent, 'html' | 'text' | 'places' | 'variables'>,
  values: MergeValues,
): { readonly html: string; readonly text?: string } {
  const fallbacks = new Map(content.variables.map(({ key, fallback }) => [key, fallback]));
  const valueAt = ({ name, fallback }: Place): string => {
    if (Object.hasOwn(values, name)) return values[name] ?? '';
    const declared = fallbacks.get(name);
    return fallback ?? (declared === undefined || declared === null ? '' : textOf(declared));
  };
  const html = filled(content.html, content.places, valueAt);
  if (content.text === '') return { html };
  return { html, text: filled(content.text, placesOf(content.text), valueAt) };
}

/** A line of a header, filled in: a value can add no other line. */
export function mergedLine(content: Pick<TemplateContent, 'variables'>, line: string, values: MergeValues): string {
  const { text = '' } = merged({ ...content, html: '', places: [], text: line }, values);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ');
}

function filled(text: string, places: readonly Place[], valueAt: (place: Place) => string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const place of places) {
    pieces.push(text.slice(at, place.start), written(place, valueAt(place)));
    at = place.end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

function written({ kind }: Place, value: string): string {
  switch (kind) {
    case 'plain':
      return value;
    case 'text':
      return escaped(value);
    case 'link':
      return escaped(value.trim().replace(/\s/g, encodeURIComponent));
    case 'link-part':
      return encodeURIComponent(value.replace(lonelySurrogate, '\ufffd')).replaceAll("'", '%27');
  }
}

/** It has no UTF-8. */
const lonelySurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  // A parser would put another character there.
  '\u0000': '',
};

/** Text that ends no text, no quoted attribute and no comment of html. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is taken out.
const escaped = (value: string): string => value.replace(/[&<>"'`\u0000]/g, (sign) => escapes[sign] ?? '');
