import { Box, Button, Group, Kbd, Stack, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { messages } from '../messages';
import { sidebarGroups } from '../rooms/room';
import { Brand } from '../ui/brand';
import { AccountMenu } from './account-menu';
import { modKey } from './keys';
import { openPalette } from './palette-opener';
import { usePlaces } from './places';
import { SidebarGroup } from './sidebar-group';
import { TeamSwitch } from './team-switch';

/** Team, rooms and the person. In the drawer of a phone the brand and the search stand in the bar above. */
export function Sidebar({ isInDrawer = false }: { readonly isInDrawer?: boolean }) {
  const { pathname } = useLocation();
  const places = usePlaces();
  return (
    <Stack gap="sm" h={isInDrawer ? undefined : '100%'}>
      {!isInDrawer && (
        <Group justify="space-between" wrap="nowrap">
          <Brand />
          <Button
            variant="default"
            size="compact-sm"
            fw={400}
            leftSection={<IconSearch size={14} aria-hidden />}
            rightSection={
              <Kbd size="xs" style={{ whiteSpace: 'nowrap' }}>
                {modKey} K
              </Kbd>
            }
            onClick={openPalette}
          >
            <VisuallyHidden>{messages.actions.search}</VisuallyHidden>
          </Button>
        </Group>
      )}
      <TeamSwitch />
      <Box component="nav" aria-label={messages.shell.navigation} style={{ flex: '1 0 auto' }}>
        {sidebarGroups.map((group) => (
          <SidebarGroup
            key={group}
            group={group}
            places={places.filter((place) => place.group === group)}
            pathname={pathname}
            isRoomy={isInDrawer}
          />
        ))}
      </Box>
      <AccountMenu />
    </Stack>
  );
}
