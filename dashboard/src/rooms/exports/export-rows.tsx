import type { RowOf } from '../../api/operations';
import { Dim } from '../../kit/dim';
import type { ListColumn } from '../../kit/list-column';
import { exportMessages as words } from '../../messages/exports';
import { Status, type Tone } from '../../ui/status';
import { When } from '../../ui/time';

/** A file that was asked for. */
export type Export = RowOf<'GET /dashboard-api/exports'>;

const tones: Readonly<Record<Export['state'], Tone>> = { running: 'busy', finished: 'good', failed: 'bad' };
const number = new Intl.NumberFormat('en');
const bytes = new Intl.NumberFormat('en', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
const none = '–';

/** What this page does not know yet shows its own word. */
export const whatOf = ({ kind }: Export): string => words.kinds[kind] ?? kind;

const sizeOf = ({ rows, size }: Export): string => {
  const count = rows === null ? none : number.format(rows);
  return size === null ? count : words.rowsAndSize(count, bytes.format(Math.ceil(size / 1_000)));
};

export const exportColumns: readonly ListColumn<Export>[] = [
  { title: words.what, width: 120, textOf: whatOf, cell: (row) => <b>{whatOf(row)}</b> },
  { title: words.state, textOf: ({ reason }) => reasonOf(reason), cell: (row) => <State row={row} /> },
  { title: words.rows, width: 122, cell: sizeOf },
  { title: words.asked, width: 134, cell: ({ created_at: at }) => <When at={at} /> },
  {
    title: words.kept,
    width: 134,
    isExtra: 'wide',
    cell: ({ expires_at: at }) => (at === null ? none : <When at={at} />),
  },
];

const reasonOf = (reason: Export['reason']): string => (reason === null ? '' : (words.reasons[reason] ?? reason));

function State({ row: { state, reason } }: { readonly row: Export }) {
  return (
    <span>
      <Status tone={tones[state] ?? 'unclear'} word={words.states[state] ?? state} />
      {reason !== null && <Dim> {reasonOf(reason)}</Dim>}
    </span>
  );
}
