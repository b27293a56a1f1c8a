import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { abTestWords as words } from '../../messages/broadcast-ab-test';
import { broadcastResultWords as resultWords } from '../../messages/broadcast-results';
import { Panel } from '../../ui/panel';
import { type Column, Rows } from '../../ui/rows';
import { Status } from '../../ui/status';
import { abTestQuery, type Broadcast, type Results } from './queries';

type Row = NonNullable<Results['by_variant']>[number];
interface ByVariantProps {
  readonly broadcast: Broadcast;
  readonly rows: readonly Row[];
}

const plain = (count: number): string => count.toLocaleString('en');
const withShare = (count: number, all: number): string =>
  all === 0 ? plain(count) : `${plain(count)} (${((count / all) * 100).toFixed(1)}%)`;

/** The two versions of an A/B test side by side, and which of them won. */
export function ByVariant({ broadcast, rows }: ByVariantProps) {
  const { data: test } = useQuery(abTestQuery(broadcast));
  const winner = test?.winner ?? null;
  const subjects = { a: broadcast.subject, b: test?.subject ?? broadcast.subject };
  const columns: readonly Column<Row>[] = [
    {
      title: words.version,
      cell: ({ variant }) => (
        <>
          <Group gap="xs">
            <b>{words.names[variant]}</b>
            {variant === winner?.variant && <Status tone="good" word={words.winner} />}
          </Group>
          <Text size="xs" c="dimmed">
            {subjects[variant]}
          </Text>
        </>
      ),
    },
    { title: words.recipients, cell: ({ recipients }) => plain(recipients) },
    { title: resultWords.delivered, cell: ({ delivered, recipients }) => withShare(delivered, recipients) },
    { title: resultWords.opened, cell: ({ opened, delivered }) => withShare(opened.people, delivered) },
    { title: resultWords.clicked, cell: ({ clicked, delivered }) => withShare(clicked.people, delivered) },
    { title: resultWords.bounced, cell: ({ bounced, recipients }) => withShare(bounced, recipients) },
    { title: resultWords.unsubscribed, cell: ({ unsubscribed, delivered }) => withShare(unsubscribed, delivered) },
  ];
  return (
    <Panel title={words.title} intro={words.resultsIntro}>
      {winner !== null && (
        <Text size="sm">
          {words.wonOf(winner.variant)}. {words.wonBecause[winner.tie ? 'tie' : winner.because]}
        </Text>
      )}
      <Rows label={words.title} columns={columns} rows={rows} idOf={({ variant }) => variant} />
    </Panel>
  );
}
