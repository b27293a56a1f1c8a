import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { statusQuery } from '../../api/queries';
import { healthWords as words } from '../../messages/health';
import { Figure } from '../../ui/figure';
import type { Health } from './queries';

/** What the server is doing, what waits, how full its disk is, and what runs. */
export function Figures({ health: { version, node_version: node, pending, disk } }: { readonly health: Health }) {
  const { data: status } = useQuery(statusQuery);
  const state = status?.delivery?.state;
  return (
    <Group gap="sm" align="stretch">
      <Figure
        label={words.delivery}
        value={state === undefined ? words.heldUnknown : state === 'held' ? words.held : words.running}
      />
      {pending !== null && (
        <Figure
          label={words.waiting}
          value={pending.unsettled.toLocaleString()}
          note={words.due(pending.due.toLocaleString())}
        />
      )}
      {disk !== null && (
        <Figure label={words.disk} value={bytes(disk.free_bytes)} note={words.diskOf(bytes(disk.total_bytes))} />
      )}
      <Figure label={words.version} value={version} note={words.node(node)} />
    </Group>
  );
}

const gib = 1024 ** 3;

function bytes(count: number): string {
  return `${(count / gib).toLocaleString(undefined, { maximumFractionDigits: 1 })} GiB`;
}
