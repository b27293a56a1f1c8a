import { type Attributes, mergeAttributes, Node } from '@tiptap/core';
import type { DOMOutputSpec } from '@tiptap/pm/model';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { socialLinks } from '../email/object-html.js';
import { spaceOf } from '../email/styles.js';

/** What a block that is copied says of itself. */
export function attrsIn({ dataset }: HTMLElement): Record<string, unknown> {
  try {
    return membersIn(JSON.parse(dataset['attrs'] ?? '{}'));
  } catch {
    // Another page has such an attribute, too.
    return {};
  }
}

const membersIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** A block that is changed beside the email and not in it. */
const objectBlock = (
  name: string,
  attributes: Attributes,
  shown: (attrs: Record<string, unknown>) => DOMOutputSpec[],
  group = 'block',
) =>
  Node.create({
    name,
    group,
    atom: true,
    draggable: true,
    addAttributes: () => attributes,
    parseHTML: () => [
      {
        tag: `div[data-block="${name}"]`,
        getAttrs: attrsIn,
      },
    ],
    renderHTML: ({ node, HTMLAttributes }) => [
      'div',
      mergeAttributes(HTMLAttributes, { 'data-block': name, 'data-attrs': JSON.stringify(node.attrs) }),
      ...shown(node.attrs),
    ],
  });

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

const kept = (value: unknown) => ({ default: value, rendered: false });

/** Icons and names that lead to profiles elsewhere. A page loads nothing of other hosts, so icons by their paths. */
export const SocialLinks = objectBlock('socialLinks', { links: kept([]) }, (attrs) => {
  const links = socialLinks({ type: 'socialLinks', attrs });
  if (links.length === 0) return [['span', { class: 'object-hint' }, words.socialHint]];
  return links.map(
    ({ name, iconUrl }): DOMOutputSpec =>
      iconUrl === ''
        ? ['span', { class: 'social-link' }, name]
        : ['img', { class: 'social-icon', src: pathOf(iconUrl), alt: name }],
  );
});

/** Html of the sender's own. The editor shows its source, and the preview what it looks like. */
export const HtmlBlock = objectBlock('htmlBlock', { html: kept('') }, (attrs) => [
  ['span', { class: 'object-name' }, words.blocks.htmlBlock],
  ['code', {}, String(attrs['html']).slice(0, 300) || words.htmlBlockHint],
]);

/** Room between two blocks. */
export const Spacer = objectBlock('spacer', { height: kept(24) }, (attrs) => [
  ['span', { class: 'spacer-room', style: `height: ${spaceOf('spacer', attrs['height'])}px` }],
]);

/** Why one gets it, from whom, and the way out. */
export const Footer = objectBlock(
  'footer',
  { reason: kept(''), address: kept(''), label: kept(words.unsubscribe) },
  (attrs) => [
    ...['reason', 'address'].flatMap((name): DOMOutputSpec[] => {
      const text = String(attrs[name] ?? '').trim();
      return text === '' ? [] : [['span', { class: 'footer-line' }, text]];
    }),
    ['span', { class: 'footer-link' }, String(attrs['label']) || words.unsubscribe],
  ],
  'footer',
);
