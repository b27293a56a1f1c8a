import { Box, Button, Kbd, NavLink, Stack } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { messages } from '../messages';
import { Brand } from '../ui/brand';
import { AccountMenu } from './account-menu';
import { openPalette } from './palette-opener';
import { modKey } from './keys';
import { usePlaces } from './places';
import { TeamSwitch } from './team-switch';

/** Team, rooms and the person. In the drawer of a phone the brand and the search stand in the bar above. */
export function Sidebar({ isInDrawer = false }: { readonly isInDrawer?: boolean }) {
  const { pathname } = useLocation();
  const places = usePlaces();
  return (
    <Stack gap="md" h={isInDrawer ? undefined : '100%'}>
      {!isInDrawer && <Brand />}
      <TeamSwitch />
      {!isInDrawer && (
        <Button
          variant="default"
          justify="space-between"
          fw={400}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={<Kbd size="xs">{modKey} K</Kbd>}
          onClick={openPalette}
          styles={{ root: { flex: 'none' }, label: { flex: 1 } }}
        >
          {messages.actions.search}
        </Button>
      )}
      <Box component="nav" aria-label={messages.shell.navigation} style={{ flex: '1 0 auto' }}>
        {places.map(({ to, title, icon: Icon }) => {
          const isHere = pathname === to || pathname.startsWith(`${to}/`);
          return (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={title}
              leftSection={<Icon size={18} aria-hidden />}
              active={isHere}
              aria-current={isHere ? 'page' : undefined}
              style={{ borderRadius: 'var(--mantine-radius-md)' }}
            />
          );
        })}
      </Box>
      <AccountMenu />
    </Stack>
  );
}
