import { Stack, Text } from '@mantine/core';
import type { RowOf } from '../../api/operations';
import { exportMessages as words } from '../../messages/exports';
import type { Column } from '../../ui/rows';
import { Status, type Tone } from '../../ui/status';
import { When } from '../../ui/time';

/** A file that was asked for. */
export type Export = RowOf<'GET /dashboard-api/exports'>;

const tones: Readonly<Record<Export['state'], Tone>> = { running: 'busy', finished: 'good', failed: 'bad' };
const number = new Intl.NumberFormat('en');
const bytes = new Intl.NumberFormat('en', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
const none = '–';
/** Its word is never cut. */
const stateWidth = 104;

/** What this page does not know yet shows its own word. */
export const whatOf = ({ kind }: Export): string => words.kinds[kind] ?? kind;

const sizeOf = ({ rows, size }: Export): string => {
  const count = rows === null ? none : number.format(rows);
  return size === null ? count : words.rowsAndSize(count, bytes.format(Math.ceil(size / 1_000)));
};

export const exportColumns: readonly Column<Export>[] = [
  {
    title: words.what,
    cell: (row) => (
      <Text size="sm" fw={600}>
        {whatOf(row)}
      </Text>
    ),
  },
  { title: words.state, cell: (row) => <State row={row} /> },
  { title: words.rows, cell: (row) => <span style={{ whiteSpace: 'nowrap' }}>{sizeOf(row)}</span> },
  { title: words.asked, cell: ({ created_at: at }) => <When at={at} /> },
  { title: words.kept, cell: ({ expires_at: at }) => (at === null ? none : <When at={at} />) },
];

function State({ row: { state, reason } }: { readonly row: Export }) {
  return (
    <Stack gap={2} align="flex-start" miw={{ sm: stateWidth }}>
      <Status tone={tones[state] ?? 'unclear'} word={words.states[state] ?? state} />
      {reason !== null && (
        <Text size="xs" c="dimmed">
          {words.reasons[reason] ?? reason}
        </Text>
      )}
    </Stack>
  );
}
