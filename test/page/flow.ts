/** Elements that stand in a line of text where no style says otherwise: a browser's own style sheet. */
const inline = new Set(
  'a abbr b bdi bdo br cite code em i img input kbd label mark q s samp select small span strong sub sup svg textarea time u var wbr'.split(
    ' ',
  ),
);
const unseen = new Set(['script', 'style', 'template', 'head', 'title']);

/** The `display` of an element, without style sheets. */
export function displayOf({ localName, hidden, style }: HTMLElement): string {
  if (hidden || unseen.has(localName)) return 'none';
  if (style.display !== '') return style.display;
  return inline.has(localName) ? 'inline' : 'block';
}

/** What can be read of an element, with a space between what does not stand in one line: `innerText` for jsdom. */
export function textOf(element: Element): string {
  return read(element).replaceAll(/\s+/g, ' ').trim();
}

function read(node: Node): string {
  if (node.nodeType === node.TEXT_NODE) return node.nodeValue ?? '';
  const inside = Array.from(node.childNodes, read).join('');
  if (node.nodeType !== node.ELEMENT_NODE) return inside;
  // An element, as its type says; parts of pictures have no `hidden`, and no text.
  const display = displayOf(node as HTMLElement);
  if (display === 'none') return '';
  return display === 'inline' ? inside : ` ${inside} `;
}
