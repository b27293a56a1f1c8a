import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import type { IconTrash } from '@tabler/icons-react';
import type { OpenDropdownProps } from '../ui/lazy-dropdown';

export interface MenuAction {
  readonly label: string;
  readonly Icon?: typeof IconTrash;
  readonly onClick: () => void;
  /** It takes something away: it stands last, below a line. */
  readonly isDangerous?: boolean;
}

interface DetailMenuProps extends OpenDropdownProps {
  readonly actions: readonly MenuAction[];
}

export default function DetailMenu({ target, actions }: DetailMenuProps) {
  const usual = actions.filter(({ isDangerous = false }) => !isDangerous);
  const dangerous = actions.filter(({ isDangerous = false }) => isDangerous);
  return (
    <Menu position="bottom-end" width={220} defaultOpened withInitialFocusPlaceholder={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {usual.map((action) => (
          <Item key={action.label} action={action} />
        ))}
        {usual.length > 0 && dangerous.length > 0 && <Menu.Divider />}
        {dangerous.map((action) => (
          <Item key={action.label} action={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Item({ action: { label, Icon, onClick, isDangerous = false } }: { readonly action: MenuAction }) {
  return (
    <Menu.Item
      {...(isDangerous ? { color: 'var(--mantine-color-error)' } : {})}
      leftSection={Icon !== undefined && <Icon size={16} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  );
}
