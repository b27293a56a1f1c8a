import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

export function attribute({ attrs }: Tree.Element, wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}

export const isText = (node: Tree.ChildNode): node is Tree.TextNode => node.nodeName === '#text';
export const isElement = (node: Tree.ChildNode): node is Tree.Element => 'tagName' in node;
