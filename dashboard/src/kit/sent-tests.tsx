import { Group, Stack, Text } from '@mantine/core';
import { testWords as words } from '../messages/tests';
import { RoomLink } from '../ui/room-link';

/** The test emails that were sent, each one click away. */
export function SentTests({ emails }: { readonly emails: readonly string[] }) {
  if (emails.length === 0) return null;
  return (
    <Stack gap="xs" role="status">
      <Text size="sm" fw={600}>
        {words.tested(emails.length)}
      </Text>
      <Group gap="xs">
        {emails.map((id, place) => (
          <RoomLink key={id} isButton to={`/emails/${id}`}>
            {words.openTest(place + 1, emails.length)}
          </RoomLink>
        ))}
      </Group>
    </Stack>
  );
}
