import { type DocumentNode, textAttr } from './document.js';

/** The attribute of a block that only some get: a condition, as the server reads it. */
export const shownToAttr = 'shownTo';

/** What a condition may not have: it would end its mark. */
const conditionOf = (node: Pick<DocumentNode, 'attrs'>): string =>
  textAttr(node, shownToAttr)
    .replace(/[{}\n]/g, '')
    .trim();

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The html of a block between the marks of its condition. */
export function conditionalHtml(node: DocumentNode, html: string): string {
  const condition = conditionOf(node).replace(/[&<>"]/g, (sign) => escapes[sign] ?? '');
  return condition === '' || html === '' ? html : `{{{#if ${condition}}}}${html}{{{/if}}}`;
}

export function conditionalText(node: DocumentNode, text: string): string {
  const condition = conditionOf(node);
  return condition === '' || text === '' ? text : `{{{#if ${condition}}}}${text}{{{/if}}}`;
}
