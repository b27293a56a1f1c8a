import { ActionIcon, Button, Group } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LazyDropdown } from '../ui/lazy-dropdown';
import { kitWords } from '../messages/lists';
import type { ListColumn } from './list-column';
import type { RowAction } from './row-menu';

interface ActionColumn<Row> {
  readonly actions: readonly RowAction<Row>[];
  readonly nameOf: (row: Row) => string;
  /** What stays in sight before them. */
  readonly lead?: ((row: Row) => ReactNode) | undefined;
}

const mostButtonPx = 124;
const buttonWidthPx = ({ label }: { readonly label: string }): number => Math.min(mostButtonPx, 44 + 8 * label.length);
const menuWidthPx = 48;
const leadWidthPx = 116;

/** One action is a button; more are a menu, and so is one behind a lead, which is the button of its row. */
export function actionColumn<Row>({ actions, nameOf, lead }: ActionColumn<Row>): ListColumn<Row> {
  const [first] = actions;
  const isButton = actions.length === 1 && lead === undefined;
  const ownWidthPx = first === undefined ? 0 : isButton ? buttonWidthPx(first) : menuWidthPx;
  return {
    title: kitWords.actions,
    isActions: true,
    width: ownWidthPx + (lead === undefined ? 0 : leadWidthPx),
    cell: (row) => {
      const offered = actions.filter(({ isFor }) => isFor?.(row) !== false);
      const [only] = offered;
      return (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {lead?.(row)}
          {isButton && only !== undefined && <ActionButton action={only} row={row} />}
          {!isButton && offered.length > 0 && <ActionMenu actions={offered} row={row} name={nameOf(row)} />}
        </Group>
      );
    },
  };
}

function ActionButton<Row>({ action, row }: { readonly action: RowAction<Row>; readonly row: Row }) {
  const { label, named, onClick, isDangerous = false } = action;
  return (
    <Button
      size="compact-xs"
      {...(isDangerous ? { variant: 'subtle', color: 'red' } : { variant: 'default' })}
      aria-label={named(row)}
      onClick={() => onClick(row)}
    >
      {label}
    </Button>
  );
}

interface ActionMenuProps<Row> {
  readonly actions: readonly RowAction<Row>[];
  readonly row: Row;
  readonly name: string;
}

const loadMenu = () => import('./row-menu');

function ActionMenu<Row>({ actions, row, name }: ActionMenuProps<Row>) {
  return (
    <LazyDropdown<{ readonly actions: readonly RowAction<Row>[]; readonly row: Row }>
      load={loadMenu}
      of={{ actions, row }}
      target={(onClick) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={kitWords.actionsOf(name)}
          aria-haspopup="menu"
          onClick={onClick}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      )}
    />
  );
}
