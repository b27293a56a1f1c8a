import { Avatar, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useSession } from '../api/session';
import { messages } from '../messages';
import { LazyDropdown } from '../ui/lazy-dropdown';

const { shell } = messages;
const load = () => import('./account-menu-list');

export function AccountMenu() {
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
