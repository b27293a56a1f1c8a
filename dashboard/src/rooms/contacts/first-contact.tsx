import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/session';
import { contactMessages as words } from '../../messages/contacts';
import { Copyable } from '../../ui/copy';
import { RoomLink } from '../../ui/room-link';
import { type Language, languages, snippetOf } from './snippets';

const { first } = words;

/** What a team without contacts sees: a form, and a program that adds the first one to this very server. */
export default function FirstContact() {
  const [language, setLanguage] = useState<Language>('curl');
  const mayCreate = useMay('POST /contacts');
  const snippet = snippetOf(language, window.location.origin);
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <div>
          <Title order={2}>{first.title}</Title>
          <Text size="sm" c="dimmed">
            {mayCreate ? words.empty : words.emptyReader}
          </Text>
        </div>
        {mayCreate && (
          <>
            <Group>
              <RoomLink to="/contacts?create=true" isButton>
                {words.create}
              </RoomLink>
            </Group>
            <SegmentedControl
              aria-label={first.language}
              data={[...languages]}
              value={language}
              onChange={(value) => setLanguage(value)}
              style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
            />
            <Copyable label={first.code} value={snippet} rows={snippet.split('\n').length + 1} />
            <Text size="sm" c="dimmed">
              {first.token}
            </Text>
          </>
        )}
      </Stack>
    </Paper>
  );
}
