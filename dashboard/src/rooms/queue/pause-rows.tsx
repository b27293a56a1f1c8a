import { Button, Text } from '@mantine/core';
import { queueWords as words } from '../../messages/queue';
import { type Column, Rows } from '../../ui/rows';
import { Moment, When } from '../../ui/time';
import type { Pause } from './queries';
import type { QueueActs } from './use-queue-acts';

interface PauseRowsProps {
  readonly pauses: readonly Pause[];
  readonly onResume: QueueActs['resume'];
}

/** Also those that no waiting mail shows. */
export function PauseRows({ pauses, onResume }: PauseRowsProps) {
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
