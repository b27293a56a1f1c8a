import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMay } from '../../api/session';
import { importMessages as words } from '../../messages/imports';
import { Copyable } from '../../ui/copy';
import { RoomLink } from '../../ui/room-link';

const snippet = (origin: string) => `printf 'email,first_name\\nann@example.com,Ann\\n' > contacts.csv
curl ${origin}/contacts/imports \\
  -H 'Authorization: Bearer re_your_key' \\
  -F file=@contacts.csv`;

/** What a team without imports sees: the wizard, and a command that imports a file to this very server. */
export default function FirstImport() {
  const mayImport = useMay('POST /contacts/imports');
  const code = snippet(window.location.origin);
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <div>
          <Title order={2}>{words.emptyTitle}</Title>
          <Text size="sm" c="dimmed">
            {mayImport ? words.empty : words.emptyReader}
          </Text>
        </div>
        {mayImport && (
          <>
            <Group>
              <RoomLink to="/imports?create=true" isButton>
                {words.create}
              </RoomLink>
            </Group>
            <Copyable label={words.code} value={code} rows={code.split('\n').length + 1} />
            <Text size="sm" c="dimmed">
              {words.codeHint}
            </Text>
          </>
        )}
      </Stack>
    </Paper>
  );
}
