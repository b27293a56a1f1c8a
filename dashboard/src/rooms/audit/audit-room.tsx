import { Button, Center, Paper, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccessEvent } from '../../api/documents';
import { accessAuditQuery } from '../../api/queries';
import { messages } from '../../messages';
import { auditMessages as audit } from '../../messages/audit';
import { Empty } from '../../ui/empty';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { type Column, Rows } from '../../ui/rows';
import { When } from '../../ui/time';

const { actions, words } = messages;

const columns: readonly Column<AccessEvent>[] = [
  { title: audit.what, cell: ({ summary }) => <Text size="sm">{summary}</Text> },
  { title: audit.who, cell: ({ actor }) => nameOf(actor) },
  { title: audit.from, cell: ({ actor, address }) => address ?? (actor.kind === 'user' ? words.unknown : '–') },
  { title: audit.when, cell: ({ created_at: at }) => <When at={at} /> },
];

export function AuditRoom() {
  const query = useInfiniteQuery(accessAuditQuery);
  return (
    <Page intro={audit.intro}>
      <Paper withBorder radius="lg" px={{ base: 'md', sm: 'lg' }} py="xs">
        <Loaded query={query} lines={6}>
          {({ pages }) => <Events events={pages.flatMap(({ data }) => data)} />}
        </Loaded>
        {query.hasNextPage && (
          <Center py="sm">
            <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {actions.more}
            </Button>
          </Center>
        )}
      </Paper>
    </Page>
  );
}

function Events({ events }: { readonly events: readonly AccessEvent[] }) {
  if (events.length === 0) {
    return <Empty icon={<IconHistory size={28} aria-hidden />} title={audit.empty} text={audit.intro} />;
  }
  return <Rows label={audit.title} columns={columns} rows={events} idOf={({ id }) => id} />;
}

const named: Readonly<Record<string, string | undefined>> = {
  'api-key': audit.apiKey,
  user: audit.erased,
  cli: audit.commandLine,
  system: audit.system,
};

function nameOf({ kind, name }: AccessEvent['actor']): string {
  if (name !== null) return name;
  return named[kind] ?? words.unknown;
}
