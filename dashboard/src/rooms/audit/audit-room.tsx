import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccessEvent } from '../../api/documents';
import { accessAuditQuery } from '../../api/queries';
import { ListRoom } from '../../kit/list-room';
import { messages } from '../../messages';
import { auditMessages as audit } from '../../messages/audit';
import type { Column } from '../../ui/rows';
import { When } from '../../ui/time';

const { words } = messages;

const columns: readonly Column<AccessEvent>[] = [
  { title: audit.what, cell: ({ summary }) => <Text size="sm">{summary}</Text> },
  { title: audit.who, cell: ({ actor }) => nameOf(actor) },
  { title: audit.from, cell: ({ actor, address }) => address ?? (actor.kind === 'user' ? words.unknown : '–') },
  { title: audit.when, cell: ({ created_at: at }) => <When at={at} /> },
];

export function AuditRoom() {
  return <ListRoom words={audit} icon={IconHistory} query={useInfiniteQuery(accessAuditQuery)} columns={columns} />;
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
