import { layoutWords } from '../../../../messages/email-layouts.js';
import { blocksOf, type DocumentNode, type EmailDocument } from './document.js';

/** What is to be replaced: a check of links finds nothing there, which keeps it from being sent by accident. */
const placeholderUrl = 'https://example.com/replace-this-link';

export type LayoutName = keyof typeof layoutWords.layouts;
export const layoutNames = Object.keys(layoutWords.layouts) as readonly LayoutName[];

/** The blocks of a layout, without logo and footer. */
export function layoutBlocks(name: LayoutName): readonly DocumentNode[] {
  const lines: readonly (string | readonly (readonly string[])[])[] = layoutWords.layouts[name].lines;
  return withLists(lines.map((line) => (typeof line === 'string' ? blockOf(line) : columnsOf(line))));
}

const columnsOf = (columns: readonly (readonly string[])[]): DocumentNode => ({
  type: 'columns',
  content: columns.map((lines) => ({ type: 'column', content: withLists(lines.map(blockOf)) })),
});

function blockOf(line: string): DocumentNode {
  const [, sign = '', words = ''] = /^(#{1,3}|-|>) (.*)$/.exec(line) ?? [];
  if (sign.startsWith('#')) return { type: 'heading', attrs: { level: sign.length }, content: inline(words) };
  if (sign === '-') return { type: 'listItem', content: [paragraph(words)] };
  if (sign === '>') return { type: 'blockquote', content: [paragraph(words)] };
  if (line === '---') return { type: 'horizontalRule' };
  const [, label] = /^\[(.*)\]$/.exec(line) ?? [];
  if (label === undefined) return paragraph(line);
  return { type: 'button', attrs: { href: placeholderUrl }, content: inline(label) };
}

const paragraph = (words: string): DocumentNode => ({ type: 'paragraph', content: inline(words) });

/** Text with its merge tags. */
const inline = (words: string): readonly DocumentNode[] =>
  words.split(/(\{\{\{[^{}]*\}\}\})/).flatMap((part): readonly DocumentNode[] => {
    const [, key, fallback = ''] = /^\{\{\{([^|{}]*)\|?([^{}]*)\}\}\}$/.exec(part) ?? [];
    if (key !== undefined) return [{ type: 'mergeTag', attrs: { key, fallback } }];
    return part === '' ? [] : [{ type: 'text', text: part }];
  });

/** Items that follow one another are one list. */
function withLists(blocks: readonly DocumentNode[]): readonly DocumentNode[] {
  const made: DocumentNode[] = [];
  for (const block of blocks) {
    const last = made.at(-1);
    if (block.type !== 'listItem') made.push(block);
    else if (last?.type === 'bulletList')
      made[made.length - 1] = { ...last, content: [...(last.content ?? []), block] };
    else made.push({ type: 'bulletList', content: [block] });
  }
  return made;
}

/** Whether there is nothing yet but what a brand begins an email with. */
export const isUntouched = (document: EmailDocument): boolean =>
  blocksOf(document).every(
    ({ type, content = [] }, place) =>
      type === 'footer' ||
      type === 'socialLinks' ||
      (type === 'image' && place === 0) ||
      (type === 'paragraph' && content.length === 0),
  );
