import { Box, Button, Group, Kbd, Stack, VisuallyHidden, Avatar, Text, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { messages } from '../messages';
import { sidebarGroups } from '../rooms/room';
import { Brand } from '../ui/brand';
import { useSession } from '../api/session';
import { LazyDropdown } from '../ui/lazy-dropdown';
import { modKey } from './keys';
import { openPalette } from './palette-opener';
import { usePlaces } from './places';
import { SidebarGroup } from './sidebar-group';
import { TeamSwitch } from './team-switch';

const { shell } = messages;
const load = () => import('./account-menu-list');

function AccountMenu() {
  const { user } = useSession();
  return (
    <LazyDropdown
      load={load}
      of={{}}
      target={(onClick) => (
        <UnstyledButton
          p={6}
          style={{ borderRadius: 'var(--mantine-radius-md)' }}
          aria-haspopup="menu"
          onClick={onClick}
        >
          <VisuallyHidden>{`${shell.account}: `}</VisuallyHidden>
          <Group gap="sm" wrap="nowrap">
            <Avatar name={user.name} color="post" size={32} radius="xl" aria-hidden />
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={600} truncate>
                {user.name}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {user.email}
              </Text>
            </div>
          </Group>
        </UnstyledButton>
      )}
    />
  );
}

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
