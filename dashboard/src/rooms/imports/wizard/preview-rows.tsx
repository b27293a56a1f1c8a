import { importWizardMessages as words } from '../../../messages/import-wizard';
import { Dim } from '../../../kit/dim';
import { type Column, Rows } from '../../../ui/rows';
import { Status } from '../../../ui/status';
import type { ImportPreview } from '../documents';
import type { ColumnChoice } from './columns';

type Row = ImportPreview['rows'][number];

const nameTargets = ['first_name', 'last_name', 'full_name'];
const tones = { create: 'good', update: 'good', skip: 'calm', fail: 'bad' } as const;

interface PreviewRowsProps {
  readonly rows: readonly Row[];
  readonly columns: readonly ColumnChoice[];
}

/** The first rows: who they are about, and what would be done. */
export function PreviewRows({ rows, columns }: PreviewRowsProps) {
  const cell = (row: Row, target: string): string =>
    row.cells[columns.findIndex((each) => each.target === target)]?.trim() ?? '';
  const nameIn = (row: Row): string =>
    nameTargets
      .map((target) => cell(row, target))
      .join(' ')
      .trim();
  const shown: readonly Column<Row>[] = [
    { title: words.line, cell: ({ line }) => line },
    { title: words.email, cell: (row) => <span dir="auto">{cell(row, 'email')}</span> },
    ...(columns.some(({ target }) => nameTargets.includes(target))
      ? [{ title: words.name, isExtra: true, cell: (row: Row) => <span dir="auto">{nameIn(row)}</span> }]
      : []),
    ...(rows.some(({ status }) => status !== null)
      ? [{ title: words.standing, cell: ({ status }: Row) => (status === null ? '' : words.standings[status]) }]
      : []),
    {
      title: words.what,
      cell: ({ action, reason }) => (
        <span>
          <Status tone={tones[action] ?? 'unclear'} word={words.actions[action] ?? action} />
          {reason !== null && <Dim> {reason}</Dim>}
        </span>
      ),
    },
  ];
  return <Rows label={words.preview} columns={shown} rows={rows} idOf={({ line }) => String(line)} />;
}
