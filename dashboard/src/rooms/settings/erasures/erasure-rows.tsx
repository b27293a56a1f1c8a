import { IconEraser } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListColumn } from '../../../kit/list-column';
import { LoadedTable } from '../../../kit/loaded-table';
import { RowLink } from '../../../kit/row-link';
import { erasures as words } from '../../../messages/erasures';
import { Empty } from '../../../ui/empty';
import { When } from '../../../ui/time';
import { ErasureStatus } from './erasure-status';
import { type ErasureRow, erasuresQuery } from './queries';
import { useNameOf } from './use-name-of';

/** What was erased, the newest first. */
export default function ErasureRows() {
  // Read here too: of a query that is handed down, only what was read of it before is followed.
  const query = useInfiniteQuery(erasuresQuery);
  const nameOf = useNameOf();
  const columns = useMemo(
    (): readonly ListColumn<ErasureRow>[] => [
      { title: words.when, cell: ({ requested_at: at }) => <When at={at} /> },
      { title: words.by, cell: ({ requested_by: by }) => nameOf(by) },
      { title: words.state, cell: ({ state }) => <ErasureStatus state={state} /> },
      { title: words.look, isActions: true, cell: (row) => <Look row={row} /> },
    ],
    [nameOf],
  );
  return (
    <LoadedTable
      query={query}
      label={words.listTitle}
      columns={columns}
      idOf={idOf}
      empty={<Empty icon={<IconEraser size={28} aria-hidden />} title={words.emptyTitle} text={words.empty} />}
    />
  );
}

const idOf = ({ id }: ErasureRow): string => id;

function Look({ row: { id, state, requested_at: at } }: { readonly row: ErasureRow }) {
  const word = state === 'completed' ? words.certificate : words.look;
  return (
    <RowLink to="/settings/erasures/$id" params={{ id }} aria-label={words.lookAt(word, at)}>
      {word}
    </RowLink>
  );
}
