import { Badge, Button, Paper } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { profile } from '../../api/changes';
import type { SessionRow } from '../../api/documents';
import { sessionsQuery } from '../../api/queries';
import type { ListColumn } from '../../kit/list-column';
import { ListTable } from '../../kit/list-table';
import { messages } from '../../messages';
import { settingMessages } from '../../messages/setting-rooms';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { When } from '../../ui/time';
import { say, sayProblem } from '../../ui/toast';
import { EndAll } from './end-all-sessions';

/* Browsers claim to be others too, so the order counts. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const first = (known: readonly (readonly [RegExp, string])[], text: string) =>
  known.find(([form]) => form.test(text))?.[1];

/** What people call the browser of a `User-Agent`: "Firefox on Linux"; null where it is not known. */
function browserOf(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const browser = first(browsers, userAgent);
  const system = first(systems, userAgent);
  if (browser === undefined) return system ?? null;
  return system === undefined ? browser : `${browser} on ${system}`;
}

const { settings, words } = messages;
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
  const columns: readonly ListColumn<SessionRow>[] = [
    {
      title: sessions.browser,
      textOf: ({ user_agent: agent }) => agent ?? words.unknown,
      cell: ({ user_agent: agent, current }) => (
        <>
          <b>{browserOf(agent) ?? words.unknown}</b>{' '}
          {current && (
            <Badge variant="light" color="green" tt="none">
              {sessions.current}
            </Badge>
          )}
        </>
      ),
    },
    { title: sessions.address, width: '24%', cell: ({ address }) => address ?? words.unknown },
    {
      title: sessions.seen,
      width: 124,
      sortBy: ({ last_seen_at: at }) => at,
      cell: ({ last_seen_at: at }) => <When at={at} />,
    },
    {
      title: sessions.began,
      width: 124,
      isExtra: true,
      sortBy: ({ created_at: at }) => at,
      cell: ({ created_at: at }) => <When at={at} />,
    },
    {
      title: sessions.end,
      isActions: true,
      width: 90,
      cell: (row) =>
        row.current ? null : (
          <Button
            size="compact-xs"
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
  return <ListTable label={settings.sessions} columns={columns} rows={rows} idOf={({ id }) => id} isWhole />;
}
