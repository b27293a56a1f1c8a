import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Alert, Button, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeys } from '../../api/changes';
import { apiKeysQuery, installationQuery } from '../../api/queries';
import { useMay } from '../../api/session';
import { emails as words } from '../../messages/emails';
import { Copyable } from '../../ui/copy';
import { sayProblem } from '../../ui/toast';
import { languages, type Language, snippetOf } from './snippets';

const { first } = words;

/** What a team without mails sees: a program that sends the first one to this very server, with a key in it. */
export default function FirstMail() {
  const [language, setLanguage] = useState<Language>('curl');
  const mayMakeKey = useMay('POST /api-keys');
  const { data: installation } = useQuery(installationQuery);
  const queryClient = useQueryClient();
  const making = useMutation({
    mutationFn: () => apiKeys.create({ name: first.keyName, permission: 'sending_access' }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
    onError: sayProblem,
  });
  const snippet = snippetOf(language, {
    origin: window.location.origin,
    host: window.location.hostname,
    token: making.data?.token ?? 're_your_key',
    smtp: installation?.smtp ?? null,
  });
  const shown = languages.filter((name) => name !== 'SMTP' || (installation?.smtp ?? null) !== null);
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <div>
          <Title order={2}>{first.title}</Title>
          <Text size="sm" c="dimmed">
            {words.empty}
          </Text>
        </div>
        {making.data === undefined ? (
          <>
            {mayMakeKey && (
              <div>
                <Button
                  leftSection={<IconKey size={16} aria-hidden />}
                  loading={making.isPending}
                  onClick={() => making.mutate()}
                >
                  {first.makeKey}
                </Button>
              </div>
            )}
            <Text size="sm" c="dimmed">
              {first.withoutKey}
            </Text>
          </>
        ) : (
          <Alert color="yellow">{first.withKey}</Alert>
        )}
        <SegmentedControl
          aria-label={first.language}
          data={[...shown]}
          value={language}
          onChange={(value) => setLanguage(value)}
          style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
        />
        <Copyable label={first.code} value={snippet} rows={snippet.split('\n').length + 1} />
        <Text size="sm" c="dimmed">
          {first.sandbox('resend.dev')}
        </Text>
      </Stack>
    </Paper>
  );
}
