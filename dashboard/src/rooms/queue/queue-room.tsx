import { Button, Paper, Text } from '@mantine/core';
import { IconPlayerPause, IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/session';
import { useServed } from '../../api/served';
import { lastChangeWords } from '../../messages/last-change';
import { queueWords as words } from '../../messages/queue';
import { Empty } from '../../ui/empty';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';
import { RoomLink } from '../../ui/room-link';
import { type Column, Rows } from '../../ui/rows';
import { Moment, When } from '../../ui/time';
import type { Dialog } from './dialog';
import { queueQuery, type Pause } from './queries';
import { QueueRows } from './queue-rows';
import { useQueueActs, type QueueActs } from './use-queue-acts';

const QueueDialog = lazy(() => import('./queue-dialog'));

export function QueueRoom() {
  const query = useQuery(queueQuery);
  const mayMove = useMay('POST /dashboard-api/queue/retry');
  const mayPause = useServed()('server');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const acts = useQueueActs();
  const pauses = query.data?.pauses ?? [];
  return (
    <Page
      intro={words.intro}
      actions={
        mayPause && (
          <Button
            variant="default"
            leftSection={<IconPlayerPause size={16} aria-hidden />}
            onClick={() => setDialog({ act: 'pause', domain: '' })}
          >
            {words.pauseOne}
          </Button>
        )
      }
    >
      <Paper withBorder radius="lg" px={{ base: 'md', sm: 'lg' }} py="xs">
        <Loaded query={query} lines={6}>
          {({ data }) => {
            const lines = data.filter(({ domain }) => domain === null || !acts.going.has(domain));
            if (lines.length === 0) {
              return <Empty icon={<IconStack2 size={28} aria-hidden />} title={words.emptyTitle} text={words.empty} />;
            }
            return <QueueRows lines={lines} may={{ move: mayMove, pause: mayPause }} acts={acts} onAsk={setDialog} />;
          }}
        </Loaded>
        {query.data?.complete === false && (
          <Text size="sm" c="dimmed" py="sm">
            {words.incomplete}
          </Text>
        )}
      </Paper>
      {mayPause && pauses.length > 0 && (
        <Panel title={words.pauses} intro={words.pausesIntro}>
          <PauseRows pauses={pauses} onResume={acts.resume} />
          <RoomLink to="/activity?kind=queue">{lastChangeWords.view}</RoomLink>
        </Panel>
      )}
      {dialog !== null && (
        <Suspense>
          <QueueDialog {...dialog} onDrop={acts.drop} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </Page>
  );
}

interface PauseRowsProps {
  readonly pauses: readonly Pause[];
  readonly onResume: QueueActs['resume'];
}

/** Also those that no waiting mail shows. */
function PauseRows({ pauses, onResume }: PauseRowsProps) {
  const columns: readonly Column<Pause>[] = [
    {
      title: words.receiver,
      cell: ({ domain }) => (
        <Text size="sm" fw={600}>
          {domain ?? words.unnamed}
        </Text>
      ),
    },
    { title: words.reason, cell: ({ reason }) => <Text size="sm">{reason}</Text> },
    { title: words.pausedSince, cell: ({ since }) => <When at={since} /> },
    {
      title: words.untilTitle,
      cell: ({ until }) => (until === null ? null : <Moment at={until} precision="minute" />),
    },
    {
      title: words.actions,
      isActions: true,
      cell: ({ domain, id }) => (
        <Button
          size="xs"
          variant="subtle"
          aria-label={words.resumeNamed(domain ?? words.unnamed)}
          onClick={() => onResume({ domain, id })}
        >
          {words.resume}
        </Button>
      ),
    },
  ];
  return <Rows label={words.pauses} columns={columns} rows={pauses} idOf={({ id }) => id} />;
}
