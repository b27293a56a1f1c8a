import { Button, Group, Text } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { kitWords } from '../messages/lists';
import { LazyDropdown } from '../ui/lazy-dropdown';
import type { ColumnMenuProps } from './column-menu';
import type { ColumnChoice } from './column-choice';
import type { Extent } from './listing';
import classes from './list-table.module.css';

interface TableBarProps extends Pick<ColumnMenuProps, 'columns' | 'choice'> {
  readonly extent: Extent;
  readonly onChoose: (choice: ColumnChoice) => void;
  readonly children: ReactNode;
}

const load = () => import('./column-menu');

/** Over a table: how many rows there are, and what is to be seen of them. */
export function TableBar({ extent: { total, words }, columns, choice, onChoose, children }: TableBarProps) {
  return (
    <Group className={classes['bar'] ?? ''} justify="space-between" gap="xs" wrap="nowrap">
      <Text size="xs" c="dimmed" role="status">
        {total !== undefined && kitWords.total(total.count, total.exact)}
        {words !== undefined && ` ${kitWords.searched(words)}`}
      </Text>
      <Group gap={4} wrap="nowrap">
        {children}
        <LazyDropdown<Omit<ColumnMenuProps, 'target'>>
          load={load}
          of={{ columns, choice, onChoose }}
          target={(onClick) => (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<IconColumns3 size={14} aria-hidden />}
              aria-haspopup="dialog"
              onClick={onClick}
            >
              {kitWords.columns}
            </Button>
          )}
        />
      </Group>
    </Group>
  );
}
