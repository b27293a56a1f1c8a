import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { suppressions as words } from '../../messages/suppressions';
import { momentOf } from '../../ui/clock';
import type { Column } from '../../ui/rows';
import { Moment, When } from '../../ui/time';
import type { Suppression } from './documents';

const origins: Readonly<Record<string, string>> = words.origins;
const scopes: Readonly<Record<string, string>> = words.scopes;

export const columns: readonly Column<Suppression>[] = [
  {
    title: words.address,
    cell: ({ email }) => (
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
    ),
  },
  { title: words.origin, cell: (row) => <Why row={row} /> },
  { title: words.scope, cell: ({ scope }) => <Short>{scopes[scope] ?? scope}</Short> },
  { title: words.since, cell: ({ created_at: at }) => <When at={at} /> },
  { title: words.until, cell: ({ expires_at: at }) => <Until at={at} /> },
];

/** It stays on one line: a long address is what breaks. */
function Short({ children }: { readonly children: ReactNode }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{children}</span>;
}

/** Where it followed from a mail, the reason leads there. */
function Why({ row: { origin, source_id: sourceId } }: { readonly row: Suppression }) {
  const word = origins[origin] ?? origin;
  return (
    <Short>
      {sourceId === null ? (
        word
      ) : (
        <Anchor href={`/dashboard/emails/${sourceId}`} size="sm">
          {word}
        </Anchor>
      )}
    </Short>
  );
}

/** An expired entry stays in the list, and holds nothing. */
function Until({ at }: { readonly at: string | null }) {
  if (at === null) return <Short>{words.forGood}</Short>;
  if (momentOf(at) < new Date()) return words.expired;
  return <Moment at={at} precision="day" />;
}
