import { Code, Text } from '@mantine/core';
import { findingWords as words } from '../messages/findings';
import { RoomLink } from '../ui/room-link';

interface FindingPlaceProps {
  readonly of: { readonly label: string; readonly path: string | null; readonly setting: string | null };
}

const dashboard = '/dashboard';

/** Where a finding is fixed: a page is a button, and a setting of the server is only named. */
export function FindingPlace({ of: { label, path, setting } }: FindingPlaceProps) {
  if (setting !== null) {
    return (
      <Text size="sm" c="dimmed">
        {words.setting} <Code>{setting}</Code>
      </Text>
    );
  }
  if (path === null || !path.startsWith(`${dashboard}/`)) return null;
  return (
    <RoomLink isButton to={`/${path.slice(dashboard.length + 1)}`}>
      {label}
    </RoomLink>
  );
}
