import { type DefaultTreeAdapterTypes as Tree, html as names, parse } from 'parse5';
import type { AddressUse, ImageUse, ReadContent, Spot } from '../../../domain/template/check/read-content.js';
import { marksIn } from '../../../domain/template/sections.js';
import { textPlaces } from '../../../domain/template/text-places.js';
import { readCss } from './read-css.js';
import { Uses } from './uses.js';
import { attribute, isElement, isText } from '../../html/tree.js';

/** What stands inside is not shown to a reader. */
const unshown = new Set('script style head title template noframes noembed iframe object svg math'.split(' '));
/** The ways in which preheaders are hidden. */
const hiding = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|max-height\s*:\s*0)/i;
/** More is not looked at. */
const mostStyleCharacters = 512 * 1024;
const mostAddresses = 5_000;
/** What stands in it is on lines of its own: its words do not run into those beside it. */
const apart = new Set(
  'address article aside blockquote br caption dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
);
/** What a list of emails shows, at most. */
const openingCharacters = 90;
/** White space, and what fills preheaders up so that nothing else is shown behind them. */
const filling = /[\s\u034f\u061c\u200b-\u200f\u2007\u2060\ufeff\u00ad]+/g;

/** Reads html as browsers parse it. Not linear: that of strangers only in a thread that can be cut off. */
export function readContent(html: string): ReadContent {
  const links: AddressUse[] = [];
  const images: ImageUse[] = [];
  const text = new ShownText();
  const reachable = new Set<string>();
  const reach = (written: string): void => {
    if (written.includes('{{{')) for (const { name } of textPlaces(written)) reachable.add(name);
  };
  const uses = new Uses();
  const styles = new Styles(html, uses);
  // As in a mail reader, where no script runs: what stands in `noscript` is shown.
  const document = parse(html, { scriptingEnabled: false, sourceCodeLocationInfo: true });
  const open: Open[] = document.childNodes.map((node) => ({ node, isHidden: false })).toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, isHidden, isLeft = false } = next;
    if (isElement(node) && apart.has(node.tagName)) text.part(isHidden);
    if (isLeft) continue;
    if (isText(node)) {
      text.add(node.value, isHidden);
      if (!isHidden) reach(node.value);
    }
    if (!isElement(node)) continue;
    noteElement(node, uses);
    if (node.namespaceURI !== names.NS.HTML) continue;
    const hides = isHidden || unshown.has(node.tagName) || isHiding(node);
    // How something looks that is not shown matters to no one.
    if (!hides || node.tagName === 'style') styles.read(node);
    const link = linkOf(node);
    if (link !== undefined && links.length < mostAddresses) links.push(link);
    if (link?.url.includes('{{{') && !hides && showsSomething(node)) reach(link.url);
    if (node.tagName === 'img' && images.length < mostAddresses) images.push(imageOf(node));
    if (unshown.has(node.tagName) && node.tagName !== 'head') continue;
    if (apart.has(node.tagName)) open.push({ node, isHidden: hides, isLeft: true });
    // One after the other: a call with all of them as arguments has a limit. The last pushed comes first.
    for (const child of node.childNodes.toReversed()) open.push({ node: child, isHidden: hides });
  }
  const { preheader, opening } = text;
  const found = { links, images, preheader, opening, reachableTags: [...reachable] };
  return { ...found, uses: uses.found, styles: styles.elements, brokenCss: uses.brokenCss };
}

/** Words, a picture, or a part of one to click on. */
function showsSomething(link: Tree.Element): boolean {
  const open: Tree.ChildNode[] = [link];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isText(node) && node.value.replace(filling, '') !== '') return true;
    if (!isElement(node) || unshown.has(node.tagName) || isHiding(node)) continue;
    if (node.tagName === 'area' || (node.tagName === 'img' && !imageOf(node).isPixel)) return true;
    for (const child of node.childNodes) open.push(child);
  }
  return false;
}

interface Open {
  readonly node: Tree.ChildNode;
  readonly isHidden: boolean;
  /** All in it was read. */
  readonly isLeft?: boolean;
}

/** The first words that are hidden, and the first that are not. */
class ShownText {
  #hidden = '';
  #shown = '';

  add(text: string, isHidden: boolean): void {
    if (this.#shown.length >= openingCharacters) return;
    const words = text.slice(0, 10 * openingCharacters).replace(filling, ' ');
    if (words === ' ' || words === '') return;
    if (!isHidden) this.#shown += words;
    else if (this.#shown === '' && this.#hidden.length < openingCharacters) this.#hidden += words;
  }

  /** What comes now is beside what there was. */
  part(isHidden: boolean): void {
    if (isHidden) this.#hidden += this.#hidden === '' ? '' : ' ';
    else this.#shown += this.#shown === '' ? '' : ' ';
  }

  get preheader(): string | null {
    const words = shortened(this.#hidden);
    return words === '' ? null : words;
  }

  get opening(): string {
    return shortened(asRead(this.#shown));
  }
}

/** As somebody reads it of whom nothing is known, with what is for some people alone. */
function asRead(written: string): string {
  const text = marksIn(written)
    .toReversed()
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), written);
  const places = textPlaces(text);
  const pieces = places.map(
    ({ start, fallback }, index) => text.slice(places[index - 1]?.end ?? 0, start) + (fallback ?? '…'),
  );
  return pieces.join('') + text.slice(places.at(-1)?.end ?? 0);
}

function shortened(text: string): string {
  const words = text.replace(/ +/g, ' ').trim();
  return words.length > openingCharacters ? `${words.slice(0, openingCharacters - 1)}…` : words;
}

/** What the parser added is not used. */
function noteElement(element: Tree.Element, uses: Uses): void {
  const { tagName, attrs, sourceCodeLocation } = element;
  if (sourceCodeLocation == null) return;
  const spot = spotOf(element);
  uses.note(`element:${tagName}`, spot);
  const isHtml = element.namespaceURI === names.NS.HTML;
  for (const { name } of attrs)
    if (isHtml || /^on/i.test(name)) uses.note(`attribute:${name.toLowerCase()}`, spotOf(element, name));
  if (!isHtml) return;
  for (const key of moreKeysOf(element)) uses.note(key, spot);
}

function moreKeysOf(element: Tree.Element): readonly string[] {
  const value = (name: string): string => attribute(element, name)?.trim().toLowerCase() ?? '';
  switch (element.tagName) {
    case 'meta':
      return [`meta:${value('name')}`];
    case 'a':
      return [/^#./.test(value('href')) ? 'link:anchor' : `link:${/^[a-z]+(?=:)/.exec(value('href'))?.[0] ?? ''}`];
    case 'img':
      return [`image:${formatOf(value('src'))}`];
    default:
      return [];
  }
}

/** By the end of the path: what the server answers is not known. */
const formatOf = (src: string): string =>
  src.startsWith('data:') ? 'data' : (/\.([a-z\d]{2,5})(?=$|[?#])/.exec(src)?.[1] ?? '');

/** The css of `style` elements and attributes. */
class Styles {
  readonly elements: ReadContent['styles'][number][] = [];
  #left = mostStyleCharacters;

  constructor(
    private readonly html: string,
    private readonly uses: Uses,
  ) {}

  read(element: Tree.Element): void {
    const [content] = element.childNodes;
    if (element.tagName === 'style' && content !== undefined && isText(content)) {
      const { startLine: line, startCol: column } = content.sourceCodeLocation ?? noWhere;
      this.elements.push({ bytes: Buffer.byteLength(content.value), spot: spotOf(element) });
      this.#take(content.value, 'stylesheet', { line, column });
    }
    const style = attribute(element, 'style');
    if (style !== undefined) this.#take(style, 'declarationList', this.#spotOfValue(element));
  }

  #take(css: string, context: 'stylesheet' | 'declarationList', spot: Spot): void {
    if (this.#left > 0) readCss(css, context, spot, this.uses);
    this.#left -= css.length;
  }

  /** Behind the quote: references in the value before a place may still move it. */
  #spotOfValue(element: Tree.Element): Spot {
    const { startOffset = 0, endOffset = 0 } = element.sourceCodeLocation?.attrs?.['style'] ?? {};
    const [opening = ''] = /^[^=\n]{0,50}=["']?/.exec(this.html.slice(startOffset, endOffset)) ?? [];
    const { line, column } = spotOf(element, 'style');
    return { line, column: column + opening.length };
  }
}

function linkOf(element: Tree.Element): AddressUse | undefined {
  const isLink = element.tagName === 'a' || element.tagName === 'area';
  const url = isLink ? attribute(element, 'href') : undefined;
  return url === undefined ? undefined : { url, spot: spotOf(element, 'href') };
}

function imageOf(element: Tree.Element): ImageUse {
  const isOne = (name: string): boolean => /^\s{0,4}[01](?:px)?\s{0,4}$/.test(attribute(element, name) ?? '');
  return {
    url: attribute(element, 'src') ?? '',
    alt: attribute(element, 'alt') ?? null,
    isPixel: isOne('width') && isOne('height'),
    spot: spotOf(element),
  };
}

function isHiding(element: Tree.Element): boolean {
  return attribute(element, 'hidden') !== undefined || hiding.test(attribute(element, 'style') ?? '');
}

/** Where the element begins, or one of its attributes. What the parser added is nowhere. */
function spotOf({ sourceCodeLocation: location }: Tree.Element, name?: string): Spot {
  const { startLine: line, startCol: column } = (name && location?.attrs?.[name]) || location || noWhere;
  return { line, column };
}

const noWhere = { startLine: 1, startCol: 1 };
