import { Button, Group } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { detailWords as words } from '../messages/detail';
import { LazyDropdown } from '../ui/lazy-dropdown';
import type { MenuAction } from './detail-menu';

interface DetailActionsProps {
  readonly primary?: (MenuAction & { readonly isPending?: boolean }) | undefined;
  /** In a menu. */
  readonly more?: readonly MenuAction[];
}

const load = () => import('./detail-menu');

/** The main thing that can be done with what a room shows, and a menu for the rest. */
export function DetailActions({ primary, more = [] }: DetailActionsProps) {
  return (
    <Group gap="xs" wrap="nowrap" data-no-print>
      {primary !== undefined && (
        <Button
          leftSection={primary.Icon !== undefined && <primary.Icon size={16} aria-hidden />}
          loading={primary.isPending ?? false}
          onClick={primary.onClick}
        >
          {primary.label}
        </Button>
      )}
      {more.length > 0 && (
        <LazyDropdown<{ readonly actions: readonly MenuAction[] }>
          load={load}
          of={{ actions: more }}
          target={(onClick) => (
            <Button
              variant="default"
              rightSection={<IconChevronDown size={16} aria-hidden />}
              aria-haspopup="menu"
              onClick={onClick}
            >
              {words.more}
            </Button>
          )}
        />
      )}
    </Group>
  );
}
