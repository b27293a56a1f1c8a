import { ActionIcon, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopyPlus } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { type Command, NodeSelection } from '@tiptap/pm/state';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { duplicateBlocks, moveBlocks } from '../writing/block-moves';
import type { SelectedBlock } from '../writing/selected';

interface BlockPlaceProps {
  readonly editor: Editor;
  readonly block: SelectedBlock;
}

/** Moves a block among the others, or puts a copy below it. */
export function BlockPlace({ editor, block }: BlockPlaceProps) {
  const it = NodeSelection.create(editor.state.doc, block.pos);
  const actions: readonly (readonly [string, typeof IconArrowUp, Command])[] = [
    [words.moveUp, IconArrowUp, moveBlocks('up', it)],
    [words.moveDown, IconArrowDown, moveBlocks('down', it)],
    [words.duplicate, IconCopyPlus, duplicateBlocks(it)],
  ];
  return (
    <Group gap="xs">
      {actions.map(([label, Icon, command]) => (
        <ActionIcon
          key={label}
          variant="default"
          size={34}
          aria-label={label}
          title={label}
          // It keeps the focus where there is no further to go.
          {...(command(editor.state) ? {} : { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => command(editor.state, editor.view.dispatch)}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}
