import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import type { OpenDropdownProps } from '../ui/lazy-dropdown';

/** What can be done with a row. */
export interface RowAction<Row> {
  readonly label: string;
  /** To screen readers: with which row. */
  readonly named: (row: Row) => string;
  readonly onClick: (row: Row) => void;
  /** It takes something away. */
  readonly isDangerous?: boolean;
  /** Whether it is offered for this row; absent: for each. */
  readonly isFor?: (row: Row) => boolean;
}

interface RowMenuProps<Row> extends OpenDropdownProps {
  readonly actions: readonly RowAction<Row>[];
  readonly row: Row;
}

export default function RowMenu<Row>({ target, actions, row }: RowMenuProps<Row>) {
  return (
    <Menu position="bottom-end" width={160} defaultOpened withInitialFocusPlaceholder={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, named, onClick, isDangerous = false }) => (
          <Menu.Item
            key={label}
            {...(isDangerous ? { color: 'var(--mantine-color-error)' } : {})}
            aria-label={named(row)}
            onClick={() => onClick(row)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
