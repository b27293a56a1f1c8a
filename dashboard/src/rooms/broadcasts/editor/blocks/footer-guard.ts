import { Extension } from '@tiptap/core';
import { Fragment, type Node as DocNode, Slice } from '@tiptap/pm/model';
import { NodeSelection, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';

const key = new PluginKey('footer-guard');
const allowed = 'removes the footer';

interface FooterGuardOptions {
  /** Someone wants to remove it: asks first, and then calls `removeFooter`. */
  readonly onAsk: () => void;
}

/**
 * The footer is lost by no accident: what would take it along, such as typing over everything, leaves it, and who
 * selects it alone and deletes it is asked.
 */
export const FooterGuard = Extension.create<FooterGuardOptions>({
  name: 'footerGuard',
  priority: 1_000,
  addOptions: () => ({ onAsk: () => undefined }),
  addKeyboardShortcuts() {
    const ask = (): boolean => {
      const { selection } = this.editor.state;
      if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'footer') return false;
      this.options.onAsk();
      return true;
    };
    return { Delete: ask, Backspace: ask, 'Mod-x': ask };
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      // All of an email was copied: with a second footer nothing of it would be put in.
      props: {
        transformPasted: (slice, { state }) => (footerIn(state.doc) === undefined ? slice : withoutFooter(slice)),
      },
      appendTransaction: (transactions, before, after) => {
        const lost = footerIn(before.doc);
        if (lost === undefined || footerIn(after.doc) !== undefined || transactions.some(isAllowed)) return null;
        return after.tr.insert(after.doc.content.size, lost);
      },
    }),
  ],
});

/** Marks a change that may take the footer away: it was asked for, or the whole document is another. */
export const allowingFooterLoss = (transaction: Transaction): Transaction => transaction.setMeta(key, allowed);

function withoutFooter(slice: Slice): Slice {
  const { content, openStart, openEnd } = slice;
  const kept = content.content.filter(({ type }) => type.name !== 'footer');
  const isWhole = kept.length === content.childCount;
  return isWhole ? slice : new Slice(Fragment.from(kept), openStart, content.lastChild === kept.at(-1) ? openEnd : 0);
}

const isAllowed = (transaction: Transaction): boolean =>
  transaction.getMeta(key) === allowed || transaction.getMeta('history$') !== undefined;

export function footerIn(doc: DocNode): DocNode | undefined {
  let found: DocNode | undefined;
  doc.forEach((node) => {
    if (node.type.name === 'footer') found = node;
  });
  return found;
}

/** There is always a line above the footer to go on in, also below columns or an image. Empty, it is not sent. */
export const LastLine = Extension.create({
  name: 'lastLine',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _before, { doc, schema, tr }) => {
        const { paragraph } = schema.nodes;
        const at = endOfBlocks(doc);
        const last = doc.resolve(at).nodeBefore;
        const isChanged = transactions.some(({ docChanged }) => docChanged);
        if (!isChanged || paragraph === undefined || last?.type === paragraph) return null;
        return tr.insert(at, paragraph.create());
      },
    }),
  ],
});

const endOfBlocks = (doc: DocNode): number =>
  doc.content.size - (doc.lastChild?.type.name === 'footer' ? doc.lastChild.nodeSize : 0);
