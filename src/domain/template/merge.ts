import { BudgetExceeded, type CostBudget, costBudget, withinBudget } from '../shared/cost-budget.js';
import {
  isReserved,
  mostPlaces,
  type PlaceKind,
  type TemplateContent,
  type TemplateVariable,
  type VariableType,
} from './content.js';
import { shownParts } from './sections.js';
import { type Slot, slotsIn, slotsOf, type TextSlots } from './slots.js';

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
  const size = withinBudget(mergeLimits, (budget) => spend(content, values, budget));
  if (size instanceof BudgetExceeded) return { refused: 'merged-too-large', mostCharacters: mostMergedCharacters };
  return { values };
}

type ContentOfMerge = Pick<TemplateContent, 'html' | 'variables' | 'subject' | 'text' | 'places'>;

/** Throws `BudgetExceeded` where it could not be sent even without values: by its own fallbacks and places. */
export function checkMergeCost(content: ContentOfMerge): void {
  spend(content, {}, costBudget(mergeLimits));
}

const mergeLimits = { bytes: mostMergedCharacters, steps: mostPlaces };

/** {@link mergeValues} with everything that is wrong, once for each variable; what is wrong has no value. */
export function tryValues(
  content: ContentOfMerge,
  given: Readonly<Record<string, unknown>>,
  reserved: MergeValues,
): { readonly values: MergeValues; readonly problems: readonly VariableRefusal[] } {
  const { html, text } = slotsOf(content);
  const declared = new Map(content.variables.map((variable) => [variable.key, variable]));
  const values: Record<string, string> = {};
  const problems = new Map<string, VariableRefusal>();
  const texts: Texts = new Map();
  for (const { key } of content.variables) {
    const wrong = problemWith(declared.get(key), Object.hasOwn(given, key) ? given[key] : undefined);
    if (wrong !== undefined) problems.set(key, { refused: 'wrong-variable', variable: key, expected: wrong });
  }
  for (const slot of [...slotsIn(content.subject ?? '').slots, ...text.slots, ...html.slots]) {
    const { name } = slot;
    if (problems.has(name)) continue;
    const found = soundAt(slot, valueFor(slot, declared.get(name), given, reserved, texts));
    if ('refused' in found) problems.set(name, found);
    else if (found.isGiven) values[name] = found.text;
  }
  for (const name of problems.keys()) delete values[name];
  return { values, problems: [...problems.values()] };
}

function soundAt({ name, kind }: Slot, value: ReturnType<typeof valueFor>): Found | VariableRefusal {
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
  { name, fallback }: Slot,
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

type FilledContent = Pick<TemplateContent, 'html' | 'text' | 'places' | 'variables' | 'conditions'>;

/** The texts of a mail, filled in. `values` are those of {@link mergeValues}. Throws `BudgetExceeded`. */
export function merged(whole: FilledContent, values: MergeValues): { readonly html: string; readonly text?: string } {
  const content = { ...whole, ...shownParts(whole, values) };
  const { html, text } = slotsOf(content);
  // Before any text is made.
  const writtenAt = spend(content, values, costBudget(mergeLimits));
  return {
    html: filled(content.html, html, writtenAt),
    ...(content.text === '' ? {} : { text: filled(content.text, text, writtenAt) }),
  };
}

/** Spends what the filled texts cost. Returns what is written at a slot. */
function spend(content: FilledContent, values: MergeValues, budget: CostBudget): (slot: Slot) => string {
  const { html, text } = slotsOf(content);
  const fallbacks = new Map(content.variables.map(({ key, fallback }) => [key, fallback]));
  const valueAt = ({ name, fallback }: Slot): string => {
    if (Object.hasOwn(values, name)) return values[name] ?? '';
    const declared = fallbacks.get(name);
    return fallback ?? (declared === undefined || declared === null ? '' : textOf(declared));
  };
  const known = new Map<Slot, string>();
  for (const { slots, slotAt, ownCharacters } of [html, text]) {
    budget.spend('steps', slotAt.length);
    budget.spend('bytes', ownCharacters);
    for (const slot of slots) {
      const made = written(slot.kind, valueAt(slot));
      known.set(slot, made);
      budget.spend('bytes', made.length * slot.places);
    }
  }
  return (slot) => known.get(slot) ?? '';
}

/** A line of a header, filled in: a value can add no other line. */
export function mergedLine(
  content: Pick<TemplateContent, 'variables' | 'conditions'>,
  line: string,
  values: MergeValues,
): string {
  const { text = '' } = merged({ ...content, html: '', places: [], text: line }, values);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  return text.slice(0, mostLineCharacters).replace(/[\u0000-\u001f\u007f]+|[\ud800-\udbff]$/g, ' ');
}

function filled(text: string, { places, slotAt }: TextSlots, writtenAt: (slot: Slot) => string): string {
  const pieces = slotAt.map(
    (slot, index) => text.slice(places[index - 1]?.end ?? 0, places[index]?.start) + writtenAt(slot),
  );
  return pieces.join('') + text.slice(places.at(-1)?.end ?? 0);
}

function written(kind: PlaceKind, value: string): string {
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
