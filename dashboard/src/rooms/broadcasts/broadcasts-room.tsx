import { IconSpeakerphone } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useMay } from '../../api/session';
import { choicesOf } from '../../kit/choices';
import { Dim } from '../../kit/dim';
import type { ListColumn } from '../../kit/list-column';
import { ListRoom } from '../../kit/list-room';
import { RowLink } from '../../kit/row-link';
import type { RowAction } from '../../kit/row-menu';
import { broadcastMessages as words } from '../../messages/broadcasts';
import { Outline } from '../../ui/loaded';
import { When } from '../../ui/time';
import { segmentsQuery } from '../contacts/queries';
import { BroadcastStatus } from './broadcast-status';
import { countedColumns } from './counted';
import type { Ending } from './end-dialog';
import { type BroadcastRow, broadcastsQuery } from './queries';
import { mayBeCanceled, mayBeDeleted } from './standing';
import { useDuplicate } from './use-duplicate';

const AddForm = lazy(() => import('./add-form'));
const BroadcastBulk = lazy(() => import('./bulk'));
const EndDialog = lazy(() => import('./end-dialog'));
const FirstBroadcast = lazy(() => import('./first-broadcast'));
const route = getRouteApi('/inside/broadcasts');

const { paused: _, ...statuses } = words.statuses;
const filters = [
  { name: 'search', label: words.search },
  { name: 'status', label: words.status, options: choicesOf(statuses) },
] as const;

export function BroadcastsRoom() {
  const search = route.useSearch();
  const watched = broadcastsQuery(search);
  const mayCancel = useMay('POST /broadcasts/{id}/cancel');
  const [ending, setEnding] = useState<Ending | null>(null);
  const columns = useColumns();
  const rowActions = useRowActions(setEnding);
  const bulk = useCallback(
    (rows: readonly BroadcastRow[], clear: () => void) => (
      <Suspense>
        <BroadcastBulk rows={rows} onClear={clear} onEnd={setEnding} />
      </Suspense>
    ),
    [],
  );
  const close = (): void => setEnding(null);
  return (
    <ListRoom
      words={words}
      icon={IconSpeakerphone}
      query={useInfiniteQuery(watched)}
      watched={watched}
      columns={columns}
      nameOf={({ name }) => name}
      search={search}
      filters={filters}
      isSortedByServer
      create={{ may: 'POST /broadcasts', form: () => <AddForm template={search.template} segment={search.segment} /> }}
      rowActions={rowActions}
      {...(mayCancel ? { bulk } : {})}
      first={
        <Suspense fallback={<Outline />}>
          <FirstBroadcast />
        </Suspense>
      }
    >
      {ending !== null && (
        <Suspense>
          <EndDialog {...ending} onClose={close} onDone={close} />
        </Suspense>
      )}
    </ListRoom>
  );
}

function useColumns(): readonly ListColumn<BroadcastRow>[] {
  const { data } = useQuery(segmentsQuery);
  return useMemo(() => {
    const names = new Map((data?.data ?? []).map(({ id, name }) => [id, name]));
    const segmentOf = ({ segment_id: id }: BroadcastRow): string => (id === null ? '' : (names.get(id) ?? id));
    return [
      {
        title: words.name,
        sortedAs: 'name',
        textOf: ({ name }) => name,
        cell: ({ id, name }) => (
          <RowLink to="/broadcasts/$id" params={{ id }}>
            {name}
          </RowLink>
        ),
      },
      { title: words.status, width: 126, cell: (row) => <BroadcastStatus of={row} /> },
      ...countedColumns,
      { title: words.segment, width: '15%', isExtra: true, textOf: segmentOf, cell: segmentOf },
      { title: words.created, width: 136, isExtra: 'wide', cell: ({ created_at: at }) => <When at={at} /> },
      { title: words.sent, width: 134, sortedAs: 'sent', cell: (row) => <SentAt of={row} /> },
    ];
  }, [data]);
}

/** When it was sent, or will be. */
function SentAt({ of: { sent_at: sentAt, scheduled_at: scheduledAt, status } }: { readonly of: BroadcastRow }) {
  const at = sentAt ?? (status === 'scheduled' ? scheduledAt : null);
  return at === null ? <Dim>–</Dim> : <When at={at} />;
}

function useRowActions(onEnd: (ending: Ending) => void): readonly RowAction<BroadcastRow>[] {
  const mayCreate = useMay('POST /broadcasts');
  const mayCancel = useMay('POST /broadcasts/{id}/cancel');
  const mayDelete = useMay('DELETE /broadcasts/{id}');
  const duplicate = useDuplicate();
  return useMemo(
    () => [
      ...(mayCreate ? [{ label: words.duplicate, named: namedBy(words.duplicateNamed), onClick: duplicate }] : []),
      ...(mayCancel
        ? [
            {
              label: words.cancel.label,
              named: namedBy(words.cancel.named),
              onClick: (row: BroadcastRow) => onEnd({ act: 'cancel', broadcasts: [row] }),
              isFor: mayBeCanceled,
            },
          ]
        : []),
      ...(mayDelete
        ? [
            {
              label: words.delete.label,
              named: namedBy(words.delete.named),
              onClick: (row: BroadcastRow) => onEnd({ act: 'delete', broadcasts: [row] }),
              isFor: mayBeDeleted,
              isDangerous: true,
            },
          ]
        : []),
    ],
    [mayCreate, mayCancel, mayDelete, duplicate, onEnd],
  );
}

const namedBy =
  (say: (name: string) => string) =>
  ({ name }: BroadcastRow): string =>
    say(name);
