import type { ActorOf } from '../../kit/use-actor-of';
import { Dim } from '../../kit/dim';
import type { ListColumn } from '../../kit/list-column';
import { RowLink } from '../../kit/row-link';
import { importMessages as words } from '../../messages/imports';
import { When } from '../../ui/time';
import type { Import } from './documents';
import { ImportStatus, nameOf } from './import-status';

export const importColumns = (actorOf: ActorOf): readonly ListColumn<Import>[] => [
  {
    title: words.file,
    textOf: nameOf,
    cell: (row) => (
      <RowLink to="/imports/$id" params={{ id: row.id }}>
        {nameOf(row)}
      </RowLink>
    ),
  },
  { title: words.state, width: 140, cell: (row) => <ImportStatus of={row} /> },
  { title: words.rows, width: 176, textOf: rowsOf, cell: (row) => <Rows of={row} /> },
  { title: words.started, width: 136, isExtra: true, cell: ({ created_at: at }) => <When at={at} /> },
  {
    title: words.by,
    width: '18%',
    isExtra: 'wide',
    textOf: ({ actor }) => actorOf(actor),
    cell: ({ actor }) => actorOf(actor),
  },
];

const rowsOf = ({ counts: { total, failed } }: Import): string =>
  failed === 0 ? words.count(total) : `${words.count(total)}, ${words.failedOf(failed)}`;

function Rows({ of: { counts } }: { readonly of: Import }) {
  return (
    <span>
      {words.count(counts.total)}
      {counts.failed > 0 && <Dim> {words.failedOf(counts.failed)}</Dim>}
    </span>
  );
}
