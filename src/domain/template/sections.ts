import type { Place, TemplateContent } from './content.js';

/** What goes to the places of one email, by name. */
type Values = Readonly<Record<string, string>>;

/** A stretch of a text: `end` is behind it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** `{{{#if condition}}}…{{{/if}}}`: what stands in it is for those of whom the condition holds. */
interface Section extends Stretch {
  readonly condition: string;
  /** What stands between its marks. */
  readonly inner: Stretch;
}

const mostConditions = 20;
const mostSections = 200;
const mark = /\{\{\{\s*(?:#if\s([^{}]{1,500})|\/if\s*)\}\}\}/g;

/** The marks of sections in a text, in order. */
export const marksIn = (text: string): readonly Stretch[] =>
  Array.from(text.matchAll(mark), ({ index, 0: whole }) => ({ start: index, end: index + whole.length }));

const references: Values = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** The same wherever it stands: html writes some signs as references. */
const conditionIn = (written: string): string =>
  written
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (reference) => references[reference] ?? reference)
    .replace(/\s+/g, ' ')
    .trim();

/** Those of a text, and the first that is wrong with its marks, as a sentence. */
function readSections(text: string): { readonly sections: readonly Section[]; readonly problem?: string } {
  const sections: Section[] = [];
  const open: { readonly start: number; readonly behind: number; readonly condition: string }[] = [];
  for (const { index: start, 0: whole, 1: written } of text.matchAll(mark)) {
    const behind = start + whole.length;
    if (written !== undefined) {
      open.push({ start, behind, condition: conditionIn(written) });
      continue;
    }
    const begun = open.pop();
    if (begun === undefined) return { sections, problem: 'There is a `{{{/if}}}` without an `{{{#if …}}}` before it.' };
    const { condition } = begun;
    sections.push({ condition, start: begun.start, end: behind, inner: { start: begun.behind, end: start } });
  }
  const [first] = open;
  if (first !== undefined) return { sections, problem: `\`{{{#if ${first.condition}}}}\` has no \`{{{/if}}}\`.` };
  return { sections };
}

/** The conditions of some texts, each once, in the order of their ends. */
export function conditionsIn(texts: readonly string[]): readonly string[] {
  const sections = texts.flatMap((text) => (text.includes('{{{') ? readSections(text).sections : []));
  return [...new Set(sections.map(({ condition }) => condition))];
}

type Texts = Pick<TemplateContent, 'html' | 'text'> & Partial<Pick<TemplateContent, 'subject' | 'isTextDerived'>>;

/** Why its sections cannot be shown to some and not to others; undefined where they can. */
export function sectionProblem({ subject, html, text, isTextDerived = false }: Texts): string | undefined {
  const [ofSubject, ofHtml, ofText] = [subject ?? '', html, text].map(readSections);
  const all = [ofSubject, ofHtml, ofText].flatMap((read) => (read === undefined ? [] : [read]));
  const problem = all.find((read) => read.problem !== undefined)?.problem;
  if (problem !== undefined) return problem;
  if (all.some(({ sections }) => sections.length > mostSections))
    return `There are more than ${mostSections} conditions.`;
  if (new Set(all.flatMap(({ sections }) => sections.map(({ condition }) => condition))).size > mostConditions)
    return `There are more than ${mostConditions} different conditions.`;
  const isEmpty = ({ inner }: Section): boolean => text.slice(inner.start, inner.end).trim() === '';
  const lost = isTextDerived && html !== '' ? ofText?.sections.find(isEmpty) : undefined;
  // Between two rows there is no place for text: a parser puts it in front of the table.
  return lost === undefined
    ? undefined
    : `\`{{{#if ${lost.condition}}}}\` has nothing in the plain text. Put it around a whole table or inside a cell, not between rows, or write \`text\` yourself.`;
}

const valuePrefix = '#if ';
/** The values of an email by which the sections are shown whose conditions hold. */
export const sectionValues = (held: readonly string[]): Values =>
  Object.fromEntries(held.map((condition) => [valuePrefix + condition, 'yes']));

/** What one reader does not get: the marks, and the sections whose conditions do not hold. */
function cutsIn(text: string, values: Values): readonly Stretch[] {
  const { sections } = readSections(text);
  const cuts = sections.flatMap(({ condition, start, end, inner }): readonly Stretch[] =>
    values[valuePrefix + condition] === undefined
      ? [{ start, end }]
      : [
          { start, end: inner.start },
          { start: inner.end, end },
        ],
  );
  const joined: Stretch[] = [];
  for (const cut of cuts.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (cut.start >= (joined.at(-1)?.end ?? 0)) joined.push(cut);
  }
  return joined;
}

function without(text: string, cuts: readonly Stretch[]): string {
  const kept = cuts.map(({ start }, index) => text.slice(cuts[index - 1]?.end ?? 0, start));
  return kept.join('') + text.slice(cuts.at(-1)?.end ?? 0);
}

function placesBeside(places: readonly Place[], cuts: readonly Stretch[]): readonly Place[] {
  let at = 0;
  let gone = 0;
  return places.flatMap((place) => {
    for (let cut = cuts[at]; cut !== undefined && cut.end <= place.start; cut = cuts[at]) {
      gone += cut.end - cut.start;
      at += 1;
    }
    const cut = cuts[at];
    const isCut = cut !== undefined && cut.start <= place.start;
    return isCut ? [] : [{ ...place, start: place.start - gone, end: place.end - gone }];
  });
}

type Cut = Pick<TemplateContent, 'html' | 'text' | 'places' | 'conditions'>;
/** What one reader gets of a content. */
export interface ShownParts extends Pick<TemplateContent, 'html' | 'text' | 'places'> {
  /** What is left out of the whole html, in order. */
  readonly cuts: readonly Stretch[];
}

function cutBy({ html, text, places }: Cut, values: Values): ShownParts {
  const cuts = cutsIn(html, values);
  // Marks stand on lines of their own, which leave none behind.
  const rest = without(text, cutsIn(text, values))
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '');
  return { html: without(html, cuts), text: rest, places: placesBeside(places, cuts), cuts };
}

/** By the places of the html: one content is shown to thousands of people, in a few ways. */
const known = new WeakMap<Cut['places'], Map<string, Cut & { readonly shown: ShownParts }>>();
const mostWays = 64;
/** All ways of one content together: a process has many contents at hand. */
const mostKeptCharacters = 2_000_000;

const waysKept = ({ html, text }: Pick<Cut, 'html' | 'text'>): number =>
  Math.min(mostWays, Math.floor(mostKeptCharacters / Math.max(1, html.length + text.length)));

/** A content without the sections that one reader does not get. */
export function shownParts(content: Cut, values: Values): ShownParts {
  const { html, text, places, conditions = [] } = content;
  const ways = known.get(places) ?? new Map<string, Cut & { readonly shown: ShownParts }>();
  known.set(places, ways);
  const way = JSON.stringify(conditions.filter((condition) => values[valuePrefix + condition] !== undefined));
  const before = ways.get(way);
  if (before?.html === html && before.text === text) return before.shown;
  const shown = conditions.length === 0 ? { html, text, places, cuts: [] } : cutBy(content, values);
  if (ways.size >= waysKept(content)) ways.clear();
  ways.set(way, { html, text, places, shown });
  return shown;
}
