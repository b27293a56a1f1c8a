import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { ActionIcon, Checkbox, Group, Text } from '@mantine/core';
import {
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import type { Command } from '@tiptap/pm/state';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import {
  addColumn,
  addRow,
  alignColumn,
  columnAlign,
  hasHeader,
  removeLine,
  setHeader,
  tableAt,
} from '../writing/table-edits';
import { ChoiceField } from './fields';

type LineAction = readonly [label: string, Icon: typeof IconRowRemove, command: Command];

const rowActions: readonly LineAction[] = [
  [words.rowAbove, IconRowInsertTop, addRow('above')],
  [words.rowBelow, IconRowInsertBottom, addRow('below')],
  [words.removeRow, IconRowRemove, removeLine('row')],
];
const columnActions: readonly LineAction[] = [
  [words.columnBefore, IconColumnInsertLeft, addColumn('before')],
  [words.columnAfter, IconColumnInsertRight, addColumn('after')],
  [words.removeColumn, IconColumnRemove, removeLine('column')],
];

/** Rows, columns, headers and alignment of the table that the caret is in. */
export function TableForm({ editor }: { readonly editor: Editor }) {
  const found = tableAt(editor.state);
  if (found === undefined) return null;
  const run = (command: Command): void => void command(editor.state, editor.view.dispatch);
  const align = columnAlign(editor.state);
  const aligns = Object.entries(words.aligns).map(([value, label]) => ({ value, label }));
  return (
    <>
      <Text size="xs" c="dimmed">
        {words.tableHint}
      </Text>
      <LineActions label={words.tableRows} actions={rowActions} editor={editor} />
      <LineActions label={words.tableColumns} actions={columnActions} editor={editor} />
      {(['row', 'column'] as const).map((kind) => (
        <Checkbox
          key={kind}
          label={kind === 'row' ? words.headerRow : words.headerColumn}
          checked={hasHeader(found.table, kind)}
          onChange={({ currentTarget }) => run(setHeader(kind, currentTarget.checked))}
        />
      ))}
      <ChoiceField
        label={words.columnAlign}
        value={align ?? ''}
        choices={align === undefined ? [{ value: '', label: words.differentAligns }, ...aligns] : aligns}
        onChange={(next) => run(alignColumn(next))}
      />
    </>
  );
}

interface LineActionsProps {
  readonly label: string;
  readonly actions: readonly LineAction[];
  readonly editor: Editor;
}

function LineActions({ label, actions, editor }: LineActionsProps) {
  return (
    <div role="group" aria-label={label}>
      <Text size="sm" fw={500} mb={4} aria-hidden>
        {label}
      </Text>
      <Group gap="xs">
        {actions.map(([name, Icon, command]) => (
          <ActionIcon
            key={name}
            variant="default"
            size={34}
            aria-label={name}
            title={name}
            // It keeps the focus where nothing more can be added.
            {...(command(editor.state) ? {} : { 'data-disabled': true, 'aria-disabled': true })}
            onClick={() => command(editor.state, editor.view.dispatch)}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        ))}
      </Group>
    </div>
  );
}
