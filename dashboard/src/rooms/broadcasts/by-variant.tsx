import { Group } from '@mantine/core';
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
  const winner = useQuery(abTestQuery(broadcast)).data?.winner?.variant;
  const columns: readonly Column<Row>[] = [
    {
      title: words.version,
      cell: ({ variant }) => (
        <Group gap="xs">
          <b>{words.names[variant]}</b>
          {variant === winner && <Status tone="good" word={words.winner} />}
        </Group>
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
      <Rows label={words.title} columns={columns} rows={rows} idOf={({ variant }) => variant} />
    </Panel>
  );
}
