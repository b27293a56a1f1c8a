import { Button, Group } from '@mantine/core';
import type { MenuAction } from './detail-menu';
import { MoreMenu } from './more-menu';

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
      {more.length > 0 && <MoreMenu<{ readonly actions: readonly MenuAction[] }> load={load} of={{ actions: more }} />}
    </Group>
  );
}
