import { Button, Center } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { List } from '../../api/documents';
import { emails as words } from '../../messages/emails';
import type { EmailRow } from './documents';
import { emailsQuery, newestQuery } from './queries';
import type { Filters } from './parameters';

interface NewsProps {
  readonly filters: Filters;
  /** What the list began with. */
  readonly first: List<EmailRow>;
  readonly rows: readonly EmailRow[];
}

type Listed = InfiniteData<List<EmailRow>, string | undefined>;

/**
 * Looks at the first page again and again. Rows that are shown get their new state where they stand; further mails are
 * announced and come when they are asked for, so that nothing moves under the eye.
 */
export function News({ filters, first, rows }: NewsProps) {
  const queryClient = useQueryClient();
  const { queryKey } = emailsQuery(filters);
  const { data: newest } = useQuery(newestQuery(filters, first));
  const count = newIn(newest.data, rows);
  const show = (): void => {
    queryClient.setQueryData<Listed>(queryKey, { pages: [newest], pageParams: [undefined] });
    window.scrollTo({ top: 0 });
  };

  useEffect(() => {
    queryClient.setQueryData<Listed>(queryKey, (listed) => listed && withStates(listed, newest.data));
    // The key is made again at each rendering, and has the same filters for as long as this stands.
  }, [newest, queryClient]);
  useEffect(() => {
    // An empty list has no reader.
    if (rows.length === 0 && count > 0) show();
  });

  return (
    <Center aria-live="polite" style={{ position: 'sticky', top: 8, zIndex: 5, marginBlock: count === 0 ? -10 : 0 }}>
      {count > 0 && rows.length > 0 && (
        <Button radius="xl" size="xs" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={show}>
          {words.news(count === newest.data.length && newest.has_more ? `${count}+` : String(count))}
        </Button>
      )}
    </Center>
  );
}

/** How many of the newest come before the first that is shown. */
function newIn(newest: readonly EmailRow[], rows: readonly EmailRow[]): number {
  const known = new Set(rows.map(({ id }) => id));
  const place = newest.findIndex(({ id }) => known.has(id));
  return place === -1 ? newest.length : place;
}

/** The same object where nothing has changed, so that nothing is drawn again. */
function withStates(listed: Listed, newest: readonly EmailRow[]): Listed {
  const byId = new Map(newest.map((row) => [row.id, row]));
  const isSame = ({ id, last_event: state, scheduled_at: due }: EmailRow): boolean => {
    const now = byId.get(id);
    return now === undefined || (now.last_event === state && now.scheduled_at === due);
  };
  if (listed.pages.every(({ data }) => data.every(isSame))) return listed;
  const pages = listed.pages.map((page) => ({ ...page, data: page.data.map((row) => byId.get(row.id) ?? row) }));
  return { ...listed, pages };
}
