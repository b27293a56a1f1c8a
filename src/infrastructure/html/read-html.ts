import { type DefaultTreeAdapterTypes as Tree, html as names, parse } from 'parse5';
import type { ReadHtml } from '../../application/ports/html-reader.js';
import { attribute, isElement, isText } from './tree.js';

/** What stands inside is not shown to a reader. */
const hiddenElements = new Set('script style head title template noframes noembed iframe object svg math'.split(' '));
const linkElements = new Set(['a', 'area']);
/** More is not looked at. */
const mostLinks = 5_000;
const mostImages = 5_000;

/** Reads html as browsers parse it. Not linear: that of strangers only in a thread that can be cut off. */
export function readHtml(html: string): ReadHtml {
  const linkHosts: string[] = [];
  const images: ReadHtml['images'][number][] = [];
  const texts: string[] = [];
  // As in a mail reader, where no script runs: what stands in `noscript` is shown.
  const open: Tree.ChildNode[] = [...parse(html, { scriptingEnabled: false }).childNodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isText(node)) texts.push(node.value);
    if (!isElement(node) || node.namespaceURI !== names.NS.HTML || isHidden(node)) continue;
    const host = linkElements.has(node.tagName) ? hostOf(attribute(node, 'href')) : undefined;
    if (host !== undefined && linkHosts.length < mostLinks) linkHosts.push(host);
    if (node.tagName === 'img' && images.length < mostImages) images.push(imageOf(node));
    // One after the other: a call with all of them as arguments has a limit. The last pushed comes first.
    for (const child of node.childNodes.toReversed()) open.push(child);
  }
  return { linkHosts, images, textCharacters: texts.join(' ').replace(/\s+/g, ' ').trim().length };
}

function isHidden(element: Tree.Element): boolean {
  if (hiddenElements.has(element.tagName) || attribute(element, 'hidden') !== undefined) return true;
  return /display\s{0,4}:\s{0,4}none/i.test(attribute(element, 'style') ?? '');
}

function hostOf(href: string | undefined): string | undefined {
  if (href === undefined || !/^\s*https?:/i.test(href)) return undefined;
  try {
    return new URL(href.trim()).hostname.replace(/\.$/, '');
  } catch {
    return undefined;
  }
}

function imageOf(element: Tree.Element): ReadHtml['images'][number] {
  const pixels = (name: string): number | null => {
    const [, digits] = /^\s{0,4}(\d{1,5})/.exec(attribute(element, name) ?? '') ?? [];
    return digits === undefined ? null : Number(digits);
  };
  return { alt: attribute(element, 'alt') ?? null, width: pixels('width'), height: pixels('height') };
}
