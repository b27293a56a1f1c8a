import { type DefaultTreeAdapterTypes as Tree, html as names, parse, serialize } from 'parse5';
import { isShown, type Shown, shownAround } from './shown.js';
import { styleSheets } from './style-sheets.js';
import { attribute, isElement, isText } from '../tree.js';

/** Elements that no reader shows, whatever the css says; a form's choices are none of its words. */
const unshown = new Set(
  'head title script style noscript template option optgroup datalist noembed noframes iframe'.split(' '),
);
/** The same within svg and MathML. */
const unshownForeign = new Set('title desc metadata defs script style annotation annotation-xml'.split(' '));
/** Without one of these, html is shown as it stands. */
const needsLook =
  /<(?:head|title|style|noscript|template|option|optgroup|datalist|noembed|noframes|iframe|svg|math|dialog|img|t[dh])\b|\b(?:style|hidden)\b/i;

/** Html without what css and html hide, with a space between cells, and with the words of pictures that are links. */
export function shownHtml(html: string): string {
  if (!needsLook.test(html)) return html;
  // With scripts what stands in `noscript` is one text, wherever it is.
  const document = parse(html, { scriptingEnabled: true });
  const sheets = styleSheets(document);
  const open: Open[] = document.childNodes.map((node) => ({ node, around: shownAround, isLinked: false }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, around, isLinked } = next;
    if (isText(node) && (around.isInvisible || around.isTiny || around.isTransparent)) node.value = ' ';
    if (!isElement(node)) continue;
    const shown = isUnshown(node) ? undefined : isShown(node, around, sheets);
    if (shown === undefined) {
      remove(node);
      continue;
    }
    const inLink = isLinked || (node.tagName === 'a' && attribute(node, 'href') !== undefined);
    if (node.tagName === 'a') sayOnce(node);
    if (node.tagName === 'img' && inLink && !shown.isInvisible) replaceByText(node, attribute(node, 'alt') ?? '');
    if (node.tagName === 'td' || node.tagName === 'th') node.childNodes.push(textNode(' ', node));
    for (const child of node.childNodes) open.push({ node: child, around: shown, isLinked: inLink });
  }
  return serialize(document);
}

interface Open {
  readonly node: Tree.ChildNode;
  readonly around: Shown;
  readonly isLinked: boolean;
}

function isUnshown({ tagName, namespaceURI }: Tree.Element): boolean {
  return namespaceURI === names.NS.HTML ? unshown.has(tagName) : unshownForeign.has(tagName);
}

/** A link whose text is its address but for a slash at the end. */
function sayOnce(link: Tree.Element): void {
  const [only] = link.childNodes;
  const href = link.attrs.find(({ name }) => name === 'href');
  if (href === undefined || only === undefined || link.childNodes.length > 1 || !isText(only)) return;
  const text = only.value.trim();
  if (text !== '' && href.value.trim().replace(/\/$/, '') === text.replace(/\/$/, '')) href.value = text;
}

function remove(node: Tree.ChildNode): void {
  const siblings = node.parentNode?.childNodes;
  siblings?.splice(siblings.indexOf(node), 1);
}

function replaceByText(node: Tree.ChildNode, text: string): void {
  const parent = node.parentNode;
  if (parent !== null) parent.childNodes[parent.childNodes.indexOf(node)] = textNode(text, parent);
}

const textNode = (value: string, parentNode: Tree.ParentNode): Tree.TextNode => ({
  nodeName: '#text',
  value,
  parentNode,
});
