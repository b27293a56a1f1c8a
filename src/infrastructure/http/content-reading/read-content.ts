import { type DefaultTreeAdapterTypes as Tree, html as names, parse } from 'parse5';
import type { AddressUse, ImageUse, ReadContent, Spot } from '../../../domain/template/check/read-content.js';

/** What stands inside is not shown to a reader. */
const unshown = new Set('script style head title template noframes noembed iframe object svg math'.split(' '));
/** The ways in which preheaders are hidden. */
const hiding = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|max-height\s*:\s*0)/i;
/** More is not looked at. */
const mostAddresses = 5_000;
/** What a list of emails shows, at most. */
const openingCharacters = 90;
/** White space, and what fills preheaders up so that nothing else is shown behind them. */
const filling = /[\s\u034f\u061c\u200b-\u200f\u2007\u2060\ufeff\u00ad]+/g;

/** Reads html as browsers parse it. Not linear: that of strangers only in a thread that can be cut off. */
export function readContent(html: string): ReadContent {
  const links: AddressUse[] = [];
  const images: ImageUse[] = [];
  const text = new ShownText();
  // As in a mail reader, where no script runs: what stands in `noscript` is shown.
  const document = parse(html, { scriptingEnabled: false, sourceCodeLocationInfo: true });
  const open: Open[] = document.childNodes.map((node) => ({ node, isHidden: false })).toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, isHidden } = next;
    if (isText(node)) text.add(node.value, isHidden);
    if (!isElement(node) || node.namespaceURI !== names.NS.HTML) continue;
    const link = linkOf(node);
    if (link !== undefined && links.length < mostAddresses) links.push(link);
    if (node.tagName === 'img' && images.length < mostAddresses) images.push(imageOf(node));
    if (unshown.has(node.tagName) && node.tagName !== 'head') continue;
    const hides = isHidden || unshown.has(node.tagName) || isHiding(node);
    // One after the other: a call with all of them as arguments has a limit. The last pushed comes first.
    for (const child of node.childNodes.toReversed()) open.push({ node: child, isHidden: hides });
  }
  return { uses: [], links, images, brokenCss: [], preheader: text.preheader, opening: text.opening };
}

interface Open {
  readonly node: Tree.ChildNode;
  readonly isHidden: boolean;
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

  get preheader(): string | null {
    const words = shortened(this.#hidden);
    return words === '' ? null : words;
  }

  get opening(): string {
    return shortened(this.#shown);
  }
}

function shortened(text: string): string {
  const words = text.replace(/ +/g, ' ').trim();
  return words.length > openingCharacters ? `${words.slice(0, openingCharacters - 1)}…` : words;
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

function attribute({ attrs }: Tree.Element, wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}

const isText = (node: Tree.ChildNode): node is Tree.TextNode => node.nodeName === '#text';
const isElement = (node: Tree.ChildNode): node is Tree.Element => 'tagName' in node;
