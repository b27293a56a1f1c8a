import { type Token, Tokenizer, type TokenHandler } from 'parse5';
import { marksIn } from '../../domain/template/sections.js';
import { enterContent } from './content-modes.js';
import { isUnsoundAttribute, type Unsound, unsoundInComment, unsoundInLink, unsoundInText } from './unsound-places.js';
import { type FoundPlaces, mostPlaces, type Place, placesIn, type PlaceKind } from '../../domain/template/content.js';

const linkAttributes = new Set(
  'href src action formaction background cite poster data longdesc ping xlink:href srcset usemap'.split(' '),
);
const codeAttribute = /^(on.*|style|srcdoc)$/;

/** A stretch of the source; what is in none is text. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Undefined where no value may stand. */
  readonly kind: PlaceKind | undefined;
  /** For people. */
  readonly where: string;
  /** Why a place there has no sound value; undefined where it has. */
  readonly unsound?: (place: Pick<Place, 'start' | 'end'>) => Unsound | undefined;
}

/** Where values go in the html, and how they are written there, as a parser of HTML reads it. */
export function findPlaces(html: string): FoundPlaces {
  const found = placesIn(html);
  const marks = marksIn(html);
  if (found.length === 0 && marks.length === 0) return { places: [], forbidden: [] };
  // So many are refused for their number.
  if (found.length > mostPlaces) return { places: found.map((place) => ({ ...place, kind: 'text' })), forbidden: [] };
  const stretches = stretchesOf(html);
  const places: Place[] = [];
  const forbidden: FoundPlaces['forbidden'][number][] = [];
  let from = 0;
  for (const place of found) {
    while ((stretches[from]?.end ?? Number.POSITIVE_INFINITY) <= place.start) from += 1;
    const stretch = stretches[from];
    const isTouched = stretch !== undefined && stretch.start < place.end;
    const within = isTouched && stretch.start <= place.start && place.end <= stretch.end ? stretch : undefined;
    const unsound = isTouched ? within?.unsound?.(place) : unsoundInText(html.slice(nearBefore(place), place.start));
    if (unsound !== undefined) forbidden.push({ name: place.name, where: unsound });
    else if (!isTouched) places.push({ ...place, kind: 'text' });
    else if (within?.kind !== undefined) places.push({ ...place, kind: kindAt(html, within, place) });
    else forbidden.push({ name: place.name, where: within?.where ?? 'markup' });
  }
  forbidden.push(...unsoundMarks(marks, stretches));
  return { places, forbidden };
}

/** A section begins and ends in text: cut elsewhere, the html around it would be read as another. */
function unsoundMarks(marks: ReturnType<typeof marksIn>, stretches: readonly Stretch[]): FoundPlaces['forbidden'] {
  let from = 0;
  return marks.flatMap(({ start, end }) => {
    while ((stretches[from]?.end ?? Number.POSITIVE_INFINITY) <= start) from += 1;
    const stretch = stretches[from];
    return stretch !== undefined && stretch.start < end ? [{ name: '#if', where: stretch.where }] : [];
  });
}

/** What is before decides, and not much of it. */
const nearCharacters = 1_000;
const nearBefore = ({ start }: Pick<Place, 'start'>): number => Math.max(0, start - nearCharacters);

function kindAt(html: string, { start, kind = 'text' }: Stretch, place: { readonly start: number }): PlaceKind {
  return kind === 'link' && html.slice(start, place.start).trim() !== '' ? 'link-part' : kind;
}

/** In order, none within another: attributes' values before the rest of their tags. */
function stretchesOf(html: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let raw: { readonly name: string; readonly start: number } | undefined;
  const endRaw = (end: number): void => {
    if (raw !== undefined) stretches.push({ ...raw, end, kind: undefined, where: `a \`${raw.name}\` element` });
    raw = undefined;
  };
  const markup = (token: { readonly location: Token.Location | null }, where: string): void => {
    if (token.location === null) return;
    const { startOffset: start, endOffset: end } = token.location;
    stretches.push({ start, end, kind: undefined, where });
  };
  const comment = ({ location }: Token.CommentToken): void => {
    if (location === null) return;
    const { startOffset: start, endOffset: end } = location;
    const isOwn = html.startsWith('<!--', start);
    const unsound: Stretch['unsound'] = (place) =>
      unsoundInComment(
        html.slice(Math.max(start, nearBefore(place)), place.start),
        html.slice(place.end, Math.min(end, place.end + nearCharacters)),
      );
    // Anything else that is read as one ends at the first `>`.
    stretches.push(
      isOwn
        ? { start, end, kind: 'text', where: 'a comment', unsound }
        : { start, end, kind: undefined, where: 'a tag' },
    );
  };
  const handler: TokenHandler = {
    onStartTag(token) {
      stretches.push(...ofStartTag(html, token));
      if (enterContent(tokenizer, token) !== 'raw') return;
      raw = { name: token.tagName, start: token.location?.endOffset ?? 0 };
    },
    onEndTag(token) {
      endRaw(token.location?.startOffset ?? html.length);
      markup(token, 'a tag');
    },
    onComment: comment,
    onDoctype: (token) => markup(token, 'the doctype'),
    onEof: () => endRaw(html.length),
    onCharacter: () => undefined,
    onNullCharacter: () => undefined,
    onWhitespaceCharacter: () => undefined,
  };
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, handler);
  tokenizer.write(html, true);
  return stretches;
}

/** The values of its attributes, where they are quoted, and what is between them. */
function ofStartTag(html: string, { tagName, attrs, location }: Token.TagToken): readonly Stretch[] {
  if (location === null) return [];
  const stretches: Stretch[] = [];
  let at = location.startOffset;
  const values = Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
  const attributes = Object.entries({ ...location.attrs });
  for (const [name, attribute] of attributes.sort(([, one], [, other]) => one.startOffset - other.startOffset)) {
    const source = html.slice(attribute.startOffset, attribute.endOffset);
    const [opening] = /^[^=]*=\s*["']/.exec(source) ?? [];
    if (opening === undefined || !/["']$/.test(source) || source.length === opening.length) continue;
    const start = attribute.startOffset + opening.length;
    const end = attribute.endOffset - 1;
    stretches.push({ start: at, end: start, kind: undefined, where: `the tag of a \`${tagName}\` element` });
    const isCode = codeAttribute.test(name) || isUnsoundAttribute(tagName, name, values);
    const kind = isCode ? undefined : linkAttributes.has(name) ? 'link' : 'text';
    const unsound = kind === 'link' ? soundnessOf(html.slice(start, end), start, values[name] ?? '') : undefined;
    stretches.push({ start, end, kind, where: `a \`${name}\` attribute`, ...(unsound && { unsound }) });
    at = end;
  }
  const where = `the tag of a \`${tagName}\` element`;
  return [...stretches, { start: at, end: location.endOffset, kind: undefined, where }];
}

/** Judges places in a link by its value as the parser reads it: references may write a scheme, too. */
function soundnessOf(source: string, start: number, value: string): Stretch['unsound'] {
  const written = placesIn(source);
  if (written.length === 0) return undefined;
  const read = placesIn(value);
  const indexes = new Map(written.map((place, index) => [start + place.start, index]));
  return (place) => {
    const at = read[indexes.get(place.start) ?? -1]?.start;
    return at === undefined || read.length !== written.length ? 'a link with encoded braces' : unsoundInLink(value, at);
  };
}
