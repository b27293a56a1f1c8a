import '@mantine/core/styles/DataList.css';
import { Button, Code, DataList, Group, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { erasures as words } from '../../../messages/erasures';
import { download } from '../../../ui/download';
import { Panel } from '../../../ui/panel';
import { type Column, Rows } from '../../../ui/rows';
import { Moment } from '../../../ui/time';
import './certificate.css';
import { DestroyedFigures } from './destroyed-figures';
import type { Erasure } from './queries';
import { useNameOf } from './use-name-of';

/** What was destroyed, when and by whom, and the events that say so. It names no erased person. */
export function Certificate({ erasure }: { readonly erasure: Erasure }) {
  const nameOf = useNameOf();
  const {
    id,
    person,
    requested_at: requestedAt,
    requested_by: by,
    completed_at: completedAt,
    destroyed,
    log,
  } = erasure;
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [words.requestedAt, <Moment key="requested" at={requestedAt} />],
    [words.by, nameOf(by)],
    [words.completedAt, completedAt === null ? '–' : <Moment key="completed" at={completedAt} />],
    [words.id, <Code key="id">{id}</Code>],
    [words.person, <Person key="person" hash={person} />],
  ];
  return (
    <>
      <Panel title={words.certificateTitle} intro={words.certificateIntro} actions={<Keep erasure={erasure} />}>
        <DataList orientation="vertical">
          {facts.map(([name, value]) => (
            <DataList.Item key={name}>
              <DataList.ItemLabel>{name}</DataList.ItemLabel>
              <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>{value}</DataList.ItemValue>
            </DataList.Item>
          ))}
        </DataList>
        <DestroyedFigures destroyed={destroyed} />
      </Panel>
      <Panel title={words.logTitle} intro={words.logIntro}>
        <Rows label={words.logTitle} columns={columnsOf(id)} rows={log} idOf={({ event_id: eventId }) => eventId} />
      </Panel>
    </>
  );
}

type LogEntry = Erasure['log'][number];

const mono = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const;
const columnsOf = (id: string): readonly Column<LogEntry>[] => [
  {
    title: words.event,
    // It is carried out in parts, each with events of its own.
    cell: ({ type, stream }) => (stream === `erasure-${id}` ? words.events : words.partEvents)[type] ?? type,
  },
  { title: words.at, cell: ({ created_at: at }) => <Moment at={at} /> },
  { title: words.position, cell: ({ position }) => <Code style={{ whiteSpace: 'nowrap' }}>{position}</Code> },
  { title: words.digest, cell: ({ digest }) => <Code style={mono}>{digest}</Code> },
];

function Person({ hash }: { readonly hash: string }) {
  return (
    <>
      <Code>{hash}</Code>
      <Text size="xs" c="dimmed">
        {words.personHint}
      </Text>
    </>
  );
}

function Keep({ erasure }: { readonly erasure: Erasure }) {
  const save = (): void =>
    download(`erasure-${erasure.id}.json`, `${JSON.stringify(erasure, null, 2)}\n`, 'application/json');
  return (
    <Group gap="xs" className="not-printed">
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
        {words.download}
      </Button>
      <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        {words.print}
      </Button>
    </Group>
  );
}
