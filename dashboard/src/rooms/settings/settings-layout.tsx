import { Box, Flex, NavLink, NativeSelect, Text } from '@mantine/core';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { messages } from '../../messages';
import { useSettingsPlaces } from '../../shell/places';

const { settings } = messages;
const groups = ['yours', 'teams', 'server'] as const;

/** The list of settings beside the chosen one; above it on a phone. */
export function SettingsLayout() {
  return (
    <Flex gap="xl" direction={{ base: 'column', lg: 'row' }}>
      <SettingsList />
      <SettingsChoice />
      <Box style={{ flex: 1, minWidth: 0 }}>
        <Outlet />
      </Box>
    </Flex>
  );
}

function SettingsList() {
  const { pathname } = useLocation();
  const places = useSettingsPlaces();
  return (
    <Box component="nav" aria-label={settings.title} w={196} visibleFrom="lg" style={{ flex: 'none' }}>
      {groups.map((name) => (
        <Box key={name} mb="md">
          <Text size="xs" fw={600} c="dimmed" px="sm" pb={4}>
            {settings[name]}
          </Text>
          {places
            .filter(({ group }) => group === name)
            .map(({ to, title: label }) => (
              <NavLink
                key={to}
                component={Link}
                to={to}
                label={label}
                py={6}
                active={pathname === to}
                aria-current={pathname === to ? 'page' : undefined}
                style={{ borderRadius: 'var(--mantine-radius-md)' }}
              />
            ))}
        </Box>
      ))}
    </Box>
  );
}

function SettingsChoice() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const all = useSettingsPlaces();
  const go = (to: string): void => {
    const chosen = all.find((place) => place.to === to);
    if (chosen !== undefined) void navigate({ to: chosen.to });
  };
  return (
    <NativeSelect
      hiddenFrom="lg"
      label={settings.title}
      value={all.find(({ to }) => pathname.startsWith(to))?.to ?? pathname}
      onChange={({ currentTarget }) => go(currentTarget.value)}
      data={groups.map((name) => ({
        group: settings[name],
        items: all.filter(({ group }) => group === name).map(({ to, title: label }) => ({ value: to, label })),
      }))}
    />
  );
}
