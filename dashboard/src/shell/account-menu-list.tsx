import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconBook, IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { messages } from '../messages';
import type { OpenDropdownProps } from '../ui/lazy-dropdown';
import { openShortcutHelp } from './shortcut-help';
import { schemes } from './schemes';
import { useSignOut } from './use-sign-out';

const { shell, settings } = messages;

const schemeOf = (text: string): MantineColorScheme => schemes.find((scheme) => scheme === text) ?? 'auto';

export default function AccountMenuList({ target }: OpenDropdownProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (
    <Menu position="top-start" width={232} defaultOpened withInitialFocusPlaceholder={false}>
      <Menu.Target>{target}</Menu.Target>
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
