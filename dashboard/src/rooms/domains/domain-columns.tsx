import type { ListColumn } from '../../kit/list-column';
import { RowLink } from '../../kit/row-link';
import { domains as words } from '../../messages/domains';
import { When } from '../../ui/time';
import type { DomainRow } from './documents';
import { SentRecently } from './sent-recently';
import { DomainStatus } from './standing';

const isSandbox = ({ origin }: DomainRow): boolean => origin === 'sandbox';

export const domainColumns: readonly ListColumn<DomainRow>[] = [
  {
    title: words.name,
    sortBy: ({ name }) => name,
    textOf: ({ name }) => name,
    cell: ({ id, name }) => (
      <RowLink to="/domains/$id" params={{ id }}>
        {name}
      </RowLink>
    ),
  },
  {
    title: words.state,
    width: 150,
    cell: ({ status, origin }) => <DomainStatus status={origin === 'sandbox' ? origin : status} />,
  },
  {
    title: words.recordCount,
    width: 110,
    cell: (row) => (isSandbox(row) ? null : words.recordsOf(row.records.verified, row.records.total)),
  },
  {
    title: words.checked,
    width: 124,
    isExtra: true,
    cell: (row) =>
      isSandbox(row) ? null : row.last_checked_at === null ? words.never : <When at={row.last_checked_at} />,
  },
  { title: words.sentRecently, width: 120, cell: ({ id }) => <SentRecently id={id} /> },
  { title: words.region, width: 110, isExtra: true, cell: ({ region }) => region },
  { title: words.added, width: 124, isExtra: true, sortBy: addedAt, cell: (row) => <When at={addedAt(row)} /> },
];

function addedAt({ created_at: at }: DomainRow): string {
  return at;
}
