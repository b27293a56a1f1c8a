import { ActionIcon, Anchor, Group, Stack, Text, type AnchorProps } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { useLocalStorage } from '@mantine/hooks';
import { IconArrowLeft, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { createLink, useRouter } from '@tanstack/react-router';
import type { Reading } from '../api/reading';
import { Loaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { detailWords as words } from '../messages/detail';
import { useSequences } from '../shell/use-sequences';
import { type Neighbors, useNeighbors } from './last-lists';

interface BackProps extends AnchorProps {
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly children?: ReactNode;
}

/** Above the title of a room: to the list that it belongs to. */
const Back = createLink(({ children, ...props }: BackProps) => (
  <Anchor size="sm" style={{ alignSelf: 'flex-start' }} {...props}>
    <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 4 }} />
    {children}
  </Anchor>
));

interface DetailPageProps<Data> {
  readonly id: string;
  readonly query: UseQueryResult<Data>;
  /** The list that it belongs to; `reads` of a list whose rows have these ids: with it there are next and previous. */
  readonly list: {
    readonly to: `/${string}`;
    readonly label: string;
    readonly reads?: Reading;
    /** The address of one; defaults to its id below the list. */
    readonly addressOf?: (id: string) => string;
  };
  /** What the page is called until it is there, and where there is none. */
  readonly name: string;
  readonly title: (data: Data) => string;
  readonly status?: (data: Data) => ReactNode;
  /** The main action, and the menu with the rest. */
  readonly actions?: (data: Data) => ReactNode;
  /** What one has to know first. */
  readonly callout?: (data: Data) => ReactNode;
  /** Facts, tabs and panels. */
  readonly children: (data: Data) => ReactNode;
}

/**
 * The room of one thing: where it belongs, its name with its status, what one has to know first, what can be done,
 * and its parts.
 */
export function DetailPage<Data>({ id, query, list, name, ...parts }: DetailPageProps<Data>) {
  const { data } = query;
  // Each room gives its own list: its address is known, and not its type.
  const to: string = list.to;
  const neighbors = useNeighbors(list.reads, id);
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Back to={to} data-no-print>
          {list.label}
        </Back>
        {neighbors !== null && neighbors.count > 1 && (
          <NeighborLinks neighbors={neighbors} addressOf={list.addressOf ?? ((each) => `${list.to}/${each}`)} />
        )}
      </Group>
      <Page
        key={id}
        title={data === undefined ? name : parts.title(data)}
        badge={data !== undefined && parts.status?.(data)}
        actions={data !== undefined && parts.actions?.(data)}
      >
        <Loaded query={query} lines={8}>
          {(found) => (
            <>
              {parts.callout?.(found)}
              {parts.children(found)}
            </>
          )}
        </Loaded>
      </Page>
    </Stack>
  );
}

interface NeighborLinksProps {
  readonly neighbors: Neighbors;
  /** The address of one, below `/dashboard`. */
  readonly addressOf: (id: string) => string;
}

/** To the one before and after in the list that one came from; `k` and `j` do it too. The open tab stays. */
function NeighborLinks({ neighbors: { previous, next, place, count }, addressOf }: NeighborLinksProps) {
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
