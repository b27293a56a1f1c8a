import { mergeAttributes, Node } from '@tiptap/core';
import { isColor, readableOn } from '../email/colors.js';
import { buttonSizeOf } from '../email/styles.js';
import { attrsIn } from './objects';

const lookOf = ({ color, background }: Readonly<Record<string, unknown>>) => {
  const text = isColor(color) ? color : isColor(background) ? readableOn(background) : undefined;
  const style = [isColor(background) ? `background: ${background}` : '', text === undefined ? '' : `color: ${text}`];
  return { style: style.filter((each) => each !== '').join('; ') || null };
};

/** A link that looks like a button. Its words are typed in place; Enter goes on below it. */
export const EmailButton = Node.create({
  name: 'button',
  group: 'block',
  content: '(text | mergeTag)*',
  marks: '',
  defining: true,
  isolating: true,
  addAttributes: () => ({
    href: { default: '', rendered: false },
    size: { default: 'medium', rendered: false },
    color: { default: null, rendered: false },
    background: { default: null, rendered: false },
  }),
  parseHTML: () => [{ tag: 'div[data-block="button"]', getAttrs: attrsIn }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, {
      'data-block': 'button',
      'data-size': buttonSizeOf(node.attrs['size']),
      'data-attrs': JSON.stringify(node.attrs),
    }),
    ['span', { class: 'email-button', ...lookOf(node.attrs) }, 0],
  ],
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection;
        if ($from.parent.type.name !== this.name) return false;
        return editor
          .chain()
          .insertContentAt($from.after(), { type: 'paragraph' })
          .focus($from.after() + 1)
          .run();
      },
      Backspace: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        if (!empty || $from.parent.type.name !== this.name || $from.parent.content.size > 0) return false;
        return editor.commands.deleteRange({ from: $from.before(), to: $from.after() });
      },
    };
  },
});
