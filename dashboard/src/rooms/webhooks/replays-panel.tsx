import '@mantine/core/styles/Progress.css';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { pagesOf } from '../../api/reading';
import { useMay } from '../../api/session';
import { webhooks as words } from '../../messages/webhooks';
import { Panel } from '../../ui/panel';
import { Rows, type Column } from '../../ui/rows';
import { Status } from '../../ui/status';
import { Moment, When } from '../../ui/time';
import { say, sayProblem } from '../../ui/toast';
import { webhookChanges } from './changes';
import type { Replay, Standing } from './documents';
import { replaysQuery, standingQuery } from './queries';
import { momentOf } from '../../ui/clock';

const route = getRouteApi('/inside/webhooks/$id');
const tones = { running: 'busy', stopped: 'calm', completed: 'good', failed: 'bad' } as const;

/** What was asked to be sent again, and how far that is. Nothing where nothing was asked and nothing failed. */
export default function ReplaysPanel({ endpoint }: { readonly endpoint: Standing }) {
  const { id, status, recent } = endpoint;
  const { data } = useQuery(replaysQuery(id));
  const mayManage = useMay('POST /webhooks/{id}/replay');
  const replays = data?.data ?? [];
  useRefresh(id, data?.data);
  const mayReplay = mayManage && status === 'enabled';
  if (replays.length === 0 && !(mayReplay && recent.failed > 0)) return null;
  return (
    <Panel title={words.replays} intro={words.replayHint} actions={mayReplay ? <Actions endpoint={endpoint} /> : null}>
      {replays.length > 0 && (
        <Rows label={words.replays} columns={columnsOf(id, mayManage)} rows={replays} idOf={(replay) => replay.id} />
      )}
    </Panel>
  );
}

/** What a replay has sent stands differently in the list of messages and in the figures. */
function useRefresh(id: string, replays: readonly Replay[] | undefined): void {
  const queryClient = useQueryClient();
  const reached = replays?.map(({ status, sent, failed }) => `${status} ${sent} ${failed}`).join();
  const known = useRef(reached);
  useEffect(() => {
    const isFirst = known.current === undefined;
    if (reached === known.current) return;
    known.current = reached;
    if (isFirst) return;
    void queryClient.invalidateQueries(pagesOf('GET /dashboard-api/webhooks/{id}/messages', { id }));
    void queryClient.invalidateQueries({ queryKey: standingQuery(id).queryKey });
  }, [id, reached, queryClient]);
}

function Actions({ endpoint: { id, created_at: since } }: { readonly endpoint: Standing }) {
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const replayFailed = useMutation({
    mutationFn: () => webhookChanges.replay(id, { since, status: 'failed' }),
    onSuccess: () => {
      say(words.replayStarted);
      void queryClient.invalidateQueries({ queryKey: replaysQuery(id).queryKey });
    },
    onError: sayProblem,
  });
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" loading={replayFailed.isPending} onClick={() => replayFailed.mutate()}>
        {words.replayAllFailed}
      </Button>
      <Button
        size="xs"
        variant="default"
        onClick={() => void navigate({ search: (before) => ({ ...before, open: 'replay' }), resetScroll: false })}
      >
        {words.replay}
      </Button>
    </Group>
  );
}

function columnsOf(endpointId: string, mayStop: boolean): readonly Column<Replay>[] {
  return [
    {
      title: words.what,
      cell: ({ scope, since }) => (
        <div>
          <Text size="sm">{scope === 'failed' ? words.replayFailed : words.replayEvents}</Text>
          {since !== null && (
            <Text size="xs" c="dimmed" fw={400}>
              {words.from} <Moment at={since} precision="minute" />
            </Text>
          )}
        </div>
      ),
    },
    {
      title: words.state,
      cell: ({ status }) => <Status tone={tones[status] ?? 'unclear'} word={words.replayStatuses[status] ?? status} />,
    },
    { title: words.progress, cell: (replay) => <Reached replay={replay} /> },
    { title: words.createdAt, cell: ({ created_at: at }) => <When at={at} /> },
    ...(mayStop
      ? [
          {
            title: words.stop,
            isActions: true,
            cell: (replay: Replay) => replay.status === 'running' && <Stop endpointId={endpointId} id={replay.id} />,
          },
        ]
      : []),
  ];
}

function Reached({ replay }: { readonly replay: Replay }) {
  const { status, sent, failed, reached_at: at } = replay;
  return (
    <Stack gap={4} style={{ minWidth: '10rem' }}>
      <Text size="sm">{words.sentOf(sent, failed)}</Text>
      {status === 'running' && <Progress size="sm" value={progressOf(replay)} aria-label={words.progress} />}
      {at !== null && (
        <Text size="xs" c="dimmed">
          {words.reached} <Moment at={at} precision="minute" />
        </Text>
      )}
    </Stack>
  );
}

function Stop({ endpointId, id }: { readonly endpointId: string; readonly id: string }) {
  const queryClient = useQueryClient();
  const stop = useMutation({
    mutationFn: () => webhookChanges.stopReplay(endpointId, id),
    onSuccess: () => {
      say(words.stopped);
      void queryClient.invalidateQueries({ queryKey: replaysQuery(endpointId).queryKey });
    },
    onError: sayProblem,
  });
  return (
    <Button size="xs" variant="subtle" color="red" loading={stop.isPending} onClick={() => stop.mutate()}>
      {words.stop}
    </Button>
  );
}

/** In per cent, by the time of the events that it has come to. */
function progressOf(replay: Pick<Replay, 'since' | 'until' | 'reached_at' | 'created_at'>): number {
  const { since, until, reached_at: reached, created_at: asked } = replay;
  if (since === null || reached === null) return 0;
  const start = Date.parse(since);
  const end = until === null ? momentOf(asked).getTime() : Date.parse(until);
  const share = (Date.parse(reached) - start) / (end - start);
  return Number.isFinite(share) ? Math.round(Math.min(Math.max(share, 0), 1) * 100) : 0;
}
