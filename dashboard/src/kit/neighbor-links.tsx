import { ActionIcon, Group, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { detailWords as words } from '../messages/detail';
import { useSequences } from '../shell/use-sequences';
import type { Neighbors } from './last-lists';

interface NeighborLinksProps {
  readonly neighbors: Neighbors;
  /** The address of one, below `/dashboard`. */
  readonly addressOf: (id: string) => string;
}

/** To the one before and after in the list that one came from; `k` and `j` do it too. The open tab stays. */
export function NeighborLinks({ neighbors: { previous, next, place, count }, addressOf }: NeighborLinksProps) {
  const { history } = useRouter();
  const [isOn] = useLocalStorage({ key: 'posthorn-shortcuts', defaultValue: true });
  const go = (id: string | undefined): void => {
    if (id === undefined) return;
    const tab = new URLSearchParams(history.location.search).get('tab');
    history.replace(`/dashboard${addressOf(id)}${tab === null ? '' : `?tab=${encodeURIComponent(tab)}`}`);
  };
  useSequences(isOn ? { j: () => go(next), k: () => go(previous) } : {});
  const button = (label: string, id: string | undefined, Icon: typeof IconChevronUp) => (
    <ActionIcon variant="default" aria-label={label} title={label} disabled={id === undefined} onClick={() => go(id)}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <Group gap={6} wrap="nowrap" role="group" aria-label={words.neighbors} data-no-print>
      <Text size="xs" c="dimmed">
        {words.place(place, count)}
      </Text>
      {button(words.previous, previous, IconChevronUp)}
      {button(words.next, next, IconChevronDown)}
    </Group>
  );
}
