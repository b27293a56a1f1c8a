import { BudgetExceeded, type CostBudget, costBudget, withinBudget } from '../shared/cost-budget.js';
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
export type MergeRefusal = VariableRefusal | { readonly refused: 'merged-too-large'; readonly mostCharacters: number };
export type VariableRefusal =
  | { readonly refused: 'missing-variable'; readonly variable: string }
  | { readonly refused: 'wrong-variable'; readonly variable: string; readonly expected: string };

const maxCharacters = 2_000;
/** The longest object or list, as JSON. */
const maxJsonCharacters = 100_000;
/** What html and text have together, filled in: a few places times long values would be any size. */
export const mostMergedCharacters = 3_000_000;
/** In html and text together. */
export const mostPlaces = 10_000;
/** A line of a header, filled in; more is cut. */
const mostLineCharacters = 998;

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
  const [problem] = problems;
  if (problem !== undefined) return problem;
  const size = withinBudget(mergeLimits, (budget) => fill(content, values, budget));
  if (size instanceof BudgetExceeded) return { refused: 'merged-too-large', mostCharacters: mostMergedCharacters };
  return { values };
}

type ContentOfMerge = Pick<TemplateContent, 'html' | 'variables' | 'subject' | 'text' | 'places'>;

/** Throws `BudgetExceeded` where it could not be sent even without values: by its own fallbacks and places. */
export function checkMergeCost(content: ContentOfMerge): void {
  fill(content, {}, costBudget(mergeLimits));
}

const mergeLimits = { bytes: mostMergedCharacters, steps: mostPlaces };

/** {@link mergeValues} with everything that is wrong, once for each variable; what is wrong has no value. */
export function tryValues(
  content: ContentOfMerge,
  given: Readonly<Record<string, unknown>>,
  reserved: MergeValues,
): { readonly values: MergeValues; readonly problems: readonly VariableRefusal[] } {
  const places = [...placesOf(content.subject ?? ''), ...placesOf(content.text), ...content.places];
  const declared = new Map(content.variables.map((variable) => [variable.key, variable]));
  const values: Record<string, string> = {};
  const problems = new Map<string, VariableRefusal>();
  const texts: Texts = new Map();
  for (const { key } of content.variables) {
    const wrong = problemWith(declared.get(key), Object.hasOwn(given, key) ? given[key] : undefined);
    if (wrong !== undefined) problems.set(key, { refused: 'wrong-variable', variable: key, expected: wrong });
  }
  for (const place of places) {
    const { name } = place;
    if (problems.has(name)) continue;
    const found = soundAt(place, valueFor(place, declared.get(name), given, reserved, texts));
    if ('refused' in found) problems.set(name, found);
    else if (found.isGiven) values[name] = found.text;
  }
  for (const name of problems.keys()) delete values[name];
  return { values, problems: [...problems.values()] };
}

function soundAt({ name, kind }: Place, value: ReturnType<typeof valueFor>): Found | VariableRefusal {
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
  texts: Texts,
): Found | { readonly wrong: string } | undefined {
  if (isReserved(name)) return { text: reserved[name] ?? fallback ?? '', isGiven: reserved[name] !== undefined };
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (value !== undefined && value !== null) {
    const isWrong = variable === undefined && !isText(value) && !isNumber(value);
    return isWrong ? { wrong: textOrNumber } : { text: textOnce(texts, name, value), isGiven: true };
  }
  if (fallback !== null) return { text: fallback, isGiven: false };
  if (variable === undefined || variable.fallback === null) return undefined;
  return { text: textOnce(texts, name, variable.fallback), isGiven: false };
}

/** By name: one value may stand in thousands of places. */
type Texts = Map<string, string>;

function textOnce(texts: Texts, name: string, value: unknown): string {
  const text = texts.get(name) ?? textOf(value);
  texts.set(name, text);
  return text;
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
  object: (value) => (typeof value === 'object' && !Array.isArray(value) ? jsonProblem(value) : 'an object'),
  list: (value) => (Array.isArray(value) ? jsonProblem(value) : 'a list'),
};
const jsonProblem = (value: unknown): string | undefined =>
  textOf(value).length <= maxJsonCharacters ? undefined : `at most ${maxJsonCharacters} characters as JSON`;
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= maxCharacters;
const isNumber = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

/** A value of any JSON type as it is written. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** In a text, a value within a URL is a part of it. */
function placesOf(text: string): readonly Place[] {
  let word = '';
  let from = 0;
  return placesIn(text).map((place) => {
    const between = text.slice(from, place.start);
    const [, behindBreak] = wordEnd.exec(between) ?? [];
    word = (behindBreak ?? word + between).slice(-maxUrlCharacters);
    const kind = isWithinUrl(word) ? 'link-part' : 'plain';
    from = place.end;
    word += '\0';
    return { ...place, kind };
  });
}

/** More of a URL is not looked at. */
const maxUrlCharacters = 2_000;
/** What stands behind the last sign that is in no URL. */
const wordEnd = /[\s<>"()[\]{}]([^\s<>"()[\]{}]*)$/;

/** Behind the beginning of a URL, or behind a value (`\0`) that begins one and a query. */
function isWithinUrl(word: string): boolean {
  if (/(?:https?:\/\/|mailto:)./is.test(word)) return true;
  const query = word.lastIndexOf('?');
  return query >= 0 && word.includes('=', query) && word.lastIndexOf('\0', query) > word.lastIndexOf('?', query - 1);
}

/** The texts of a mail, filled in. `values` are those of {@link mergeValues}. */
export function merged(
  content: Pick<TemplateContent, 'html' | 'text' | 'places' | 'variables'>,
  values: MergeValues,
): { readonly html: string; readonly text?: string } {
  const { html, text } = fill(content, values, costBudget(mergeLimits));
  return text === undefined ? { html: html() } : { html: html(), text: text() };
}

/** Works out the size before any text is made. Throws `BudgetExceeded`. */
function fill(
  content: Pick<TemplateContent, 'html' | 'text' | 'places' | 'variables'>,
  values: MergeValues,
  budget: CostBudget,
): { readonly html: () => string; readonly text?: () => string } {
  const fallbacks = new Map(content.variables.map(({ key, fallback }) => [key, fallback]));
  const valueAt = ({ name, fallback }: Place): string => {
    if (Object.hasOwn(values, name)) return values[name] ?? '';
    const declared = fallbacks.get(name);
    return fallback ?? (declared === undefined || declared === null ? '' : textOf(declared));
  };
  const html = filled(content.html, content.places, valueAt, budget);
  return content.text === '' ? { html } : { html, text: filled(content.text, placesOf(content.text), valueAt, budget) };
}

/** A line of a header, filled in: a value can add no other line. */
export function mergedLine(content: Pick<TemplateContent, 'variables'>, line: string, values: MergeValues): string {
  const { text = '' } = merged({ ...content, html: '', places: [], text: line }, values);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  return text.slice(0, mostLineCharacters).replace(/[\u0000-\u001f\u007f]+|[\ud800-\udbff]$/g, ' ');
}

function filled(
  text: string,
  places: readonly Place[],
  valueAt: (place: Place) => string,
  budget: CostBudget,
): () => string {
  budget.spend('steps', places.length);
  budget.spend(
    'bytes',
    places.reduce((rest, { start, end }) => rest - (end - start), text.length),
  );
  const known = new Map<string, string>();
  const values = places.map((place) => {
    const key = `${place.kind} ${place.name} ${place.fallback ?? ''}`;
    const made = known.get(key) ?? written(place, valueAt(place));
    known.set(key, made);
    budget.spend('bytes', made.length);
    return made;
  });
  return () => {
    const pieces = places.map(
      ({ start }, index) => text.slice(places[index - 1]?.end ?? 0, start) + (values[index] ?? ''),
    );
    return pieces.join('') + text.slice(places.at(-1)?.end ?? 0);
  };
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
