import { useMay } from '../../api/session';
import type { ListColumn } from '../../kit/list-column';
import { suppressions as words } from '../../messages/suppressions';
import { momentOf } from '../../ui/clock';
import { RoomLink } from '../../ui/room-link';
import { Moment, When } from '../../ui/time';
import type { Suppression } from './documents';

const origins: Readonly<Record<string, string>> = words.origins;
const scopes: Readonly<Record<string, string>> = words.scopes;

export const columns: readonly ListColumn<Suppression>[] = [
  { title: words.address, textOf: ({ email }) => email, cell: ({ email }) => <b>{email}</b> },
  { title: words.origin, width: '20%', cell: (row) => <Why row={row} /> },
  { title: words.scope, width: '15%', cell: ({ scope }) => scopes[scope] ?? scope },
  { title: words.since, width: 124, cell: ({ created_at: at }) => <When at={at} /> },
  { title: words.until, width: 130, isExtra: true, cell: ({ expires_at: at }) => <Until at={at} /> },
];

/** The reason leads to the mail that it followed from, or to who added the address. */
function Why({ row: { id, email, origin, source_id: sourceId } }: { readonly row: Suppression }) {
  const mayReadActivity = useMay('GET /dashboard-api/activity');
  const word = origins[origin] ?? origin;
  if (sourceId !== null) return <RoomLink to={`/emails/${sourceId}`}>{word}</RoomLink>;
  if (origin !== 'manual' || !mayReadActivity) return word;
  return (
    <RoomLink to={`/activity?resource=${id}`} label={words.whoAdded(email)}>
      {word}
    </RoomLink>
  );
}

/** An expired entry stays in the list, and holds nothing. */
function Until({ at }: { readonly at: string | null }) {
  if (at === null) return words.forGood;
  if (momentOf(at) < new Date()) return words.expired;
  return <Moment at={at} precision="day" />;
}
