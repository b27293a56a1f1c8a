import {
  Avatar,
  Group,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconKeyboard, IconBook, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSession } from '../api/session';
import { messages } from '../messages';
import { openShortcutHelp } from './shortcut-help';
import { useSignOut } from './use-sign-out';

const { shell, settings } = messages;
export const schemes: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

const schemeOf = (text: string): MantineColorScheme => schemes.find((scheme) => scheme === text) ?? 'auto';

export function AccountMenu() {
  const { user } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (
    <Menu position="top-start" width={232}>
      <Menu.Target>
        <UnstyledButton p={6} style={{ borderRadius: 'var(--mantine-radius-md)' }}>
          <VisuallyHidden>{`${shell.account}: `}</VisuallyHidden>
          <Group gap="sm" wrap="nowrap">
            <Avatar name={user.name} color="indigo" size={32} radius="xl" aria-hidden />
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
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/settings/profile" leftSection={<IconUser size={16} aria-hidden />}>
          {settings.profile}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={openShortcutHelp}>
          {shell.shortcuts}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
          {shell.reference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{shell.scheme}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(chosen) => setColorScheme(schemeOf(chosen))}>
          {schemes.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {shell[scheme]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => signOut.mutate()}>
          {shell.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
