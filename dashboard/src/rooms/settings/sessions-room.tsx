import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { profile } from '../../api/changes';
import type { SessionRow } from '../../api/documents';
import { sessionsQuery } from '../../api/queries';
import { messages } from '../../messages';
import { settingMessages } from '../../messages/setting-rooms';
import { useSignOut } from '../../shell/use-sign-out';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { type Column, Rows } from '../../ui/rows';
import { When } from '../../ui/time';
import { say, sayProblem } from '../../ui/toast';
import { browserOf } from './browser-name';
import { Dialog } from '../../ui/dialog';

const { settings, actions, words } = messages;
const { sessions } = settingMessages;

export function SessionsRoom() {
  const query = useQuery(sessionsQuery);
  return (
    <Page intro={sessions.intro} actions={<EndAll />}>
      <Paper withBorder radius="lg" px={{ base: 'md', sm: 'lg' }} py="xs">
        <Loaded query={query}>{({ data }) => <SessionRows sessions={data} />}</Loaded>
      </Paper>
    </Page>
  );
}

function EndAll() {
  const [isOpen, dialog] = useDisclosure(false);
  const endAll = useSignOut(profile.endAllSessions);
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {sessions.endAll}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={sessions.endAllTitle}>
        <Stack gap="md">
          <Text size="sm">{sessions.endAllText}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {actions.cancel}
            </Button>
            <Button color="red" loading={endAll.isPending} onClick={() => endAll.mutate()}>
              {sessions.endAll}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}

function SessionRows({ sessions: rows }: { readonly sessions: readonly SessionRow[] }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: ({ id }: SessionRow) => profile.endSession(id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      say(sessions.ended);
    },
    onError: sayProblem,
  });
  const columns: readonly Column<SessionRow>[] = [
    {
      title: sessions.browser,
      cell: ({ user_agent: agent, current }) => (
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" fw={600} title={agent ?? undefined}>
            {browserOf(agent) ?? words.unknown}
          </Text>
          {current && (
            <Badge variant="light" color="green" tt="none">
              {sessions.current}
            </Badge>
          )}
        </Group>
      ),
    },
    { title: sessions.address, cell: ({ address }) => address ?? words.unknown },
    { title: sessions.seen, cell: ({ last_seen_at: at }) => <When at={at} /> },
    { title: sessions.began, cell: ({ created_at: at }) => <When at={at} /> },
    {
      title: sessions.end,
      isActions: true,
      cell: (row) =>
        row.current ? null : (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={sessions.endNamed(browserOf(row.user_agent) ?? words.unknown)}
            loading={end.isPending && end.variables.id === row.id}
            onClick={() => end.mutate(row)}
          >
            {sessions.end}
          </Button>
        ),
    },
  ];
  return <Rows label={settings.sessions} columns={columns} rows={rows} idOf={({ id }) => id} />;
}
