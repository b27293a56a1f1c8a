import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { ActionIcon, Button, Checkbox, Group, Popover, Stack } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { kitWords } from '../messages/lists';
import type { OpenDropdownProps } from '../ui/lazy-dropdown';
import { type ColumnChoice, isShown, moved, noChoice, toggled } from './column-choice';

export interface ColumnMenuProps extends OpenDropdownProps {
  /** As they are ordered now. */
  readonly columns: readonly { readonly title: string; readonly isActions?: boolean; readonly isOptional?: boolean }[];
  readonly choice: ColumnChoice;
  readonly onChoose: (choice: ColumnChoice) => void;
}

/** Which columns are shown, and in which order. The first one names the row and stays. */
export default function ColumnMenu({ target, columns, choice, onChoose }: ColumnMenuProps) {
  const titles = columns.map(({ title }) => title);
  const last = columns.findLastIndex(({ isActions }) => isActions !== true);
  return (
    <Popover defaultOpened trapFocus withinPortal position="bottom-end" width={240}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={kitWords.columns}>
        <Stack gap={6}>
          {columns.map((column, place) =>
            column.isActions === true ? null : (
              <Group key={column.title} justify="space-between" wrap="nowrap" gap="xs">
                <Checkbox
                  size="xs"
                  label={column.title}
                  checked={isShown(choice, column)}
                  disabled={place === 0}
                  onChange={() => onChoose(toggled(choice, column))}
                />
                <Group gap={0} wrap="nowrap">
                  <ActionIcon
                    size="sm"
                    variant="subtle"
                    color="gray"
                    aria-label={kitWords.moveUp(column.title)}
                    disabled={place < 2}
                    onClick={() => onChoose(moved(choice, titles, place, -1))}
                  >
                    <IconChevronUp size={14} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    size="sm"
                    variant="subtle"
                    color="gray"
                    aria-label={kitWords.moveDown(column.title)}
                    disabled={place === 0 || place === last}
                    onClick={() => onChoose(moved(choice, titles, place, 1))}
                  >
                    <IconChevronDown size={14} aria-hidden />
                  </ActionIcon>
                </Group>
              </Group>
            ),
          )}
          <Button size="compact-xs" variant="subtle" onClick={() => onChoose(noChoice)}>
            {kitWords.resetColumns}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
