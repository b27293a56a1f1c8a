import { Button } from '@mantine/core';
import { IconMailOff, IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy } from 'react';
import { call } from '../../api/client';
import { installationQuery } from '../../api/queries';
import { useMay } from '../../api/session';
import { choicesOf } from '../../kit/choices';
import { ListRoom } from '../../kit/list-room';
import { suppressions as words } from '../../messages/suppressions';
import type { ListColumn } from '../../kit/list-column';
import { momentOf } from '../../ui/clock';
import { RoomLink } from '../../ui/room-link';
import { Moment, When } from '../../ui/time';
import { ExportCsv } from './export-csv';
import { ImportDialog } from './import-dialog';
import { isAddress } from './import/read-lines';
import { foundQuery, suppressionsQuery } from './queries';
import type { Suppression } from './documents';

const origins: Readonly<Record<string, string>> = words.origins;
const scopes: Readonly<Record<string, string>> = words.scopes;

const columns: readonly ListColumn<Suppression>[] = [
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

const AddForm = lazy(() => import('./add-form'));
const route = getRouteApi('/inside/suppressions');

export function SuppressionsRoom() {
  const search = route.useSearch();
  const { address, origin, scope, open } = search;
  const navigate = route.useNavigate();
  const mayChange = useMay('POST /suppressions');
  const filters = { ...(origin ? { origin } : {}), ...(scope ? { scope } : {}) };
  const entries = useInfiniteQuery({ ...suppressionsQuery(filters), enabled: address === undefined });
  const found = useQuery({ ...foundQuery(address ?? ''), enabled: address !== undefined });
  const delivery = useQuery(installationQuery).data?.delivery;
  // What adds addresses is another thing behind a relay.
  const relay = delivery?.mode === 'relay' ? ` ${words.relay[delivery.relay_suppresses ? 'on' : 'off']}` : '';
  const intro = `${words.intro}${relay}`;
  const setOpen = (next: 'import' | undefined): void =>
    void navigate({ search: ({ open: _, ...before }) => (next ? { ...before, open: next } : before) });
  return (
    <ListRoom
      words={{ ...words, intro, ...(address === undefined ? {} : nothingFor(address)) }}
      icon={IconMailOff}
      query={address === undefined ? entries : found}
      columns={columns}
      nameOf={({ email }) => email}
      search={search}
      filters={[
        { name: 'address', label: words.search },
        { name: 'origin', label: words.origin, options: choicesOf(words.origins) },
        { name: 'scope', label: words.scope, options: choicesOf(words.scopes) },
      ]}
      filterActions={<ExportCsv filters={filters} />}
      actions={
        mayChange && (
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => setOpen('import')}
          >
            {words.import}
          </Button>
        )
      }
      create={{
        may: 'POST /suppressions',
        // Looked up just now, and so likely the one to add.
        form: (close) => <AddForm address={address ?? ''} onDone={close} />,
      }}
      remove={{
        may: 'DELETE /suppressions/{suppression}',
        send: (id, keepalive) => call('DELETE /suppressions/{suppression}', { path: { suppression: id }, keepalive }),
        list: 'GET /dashboard-api/suppressions',
      }}
    >
      {mayChange && <ImportDialog isOpen={open === 'import'} onClose={() => setOpen(undefined)} />}
    </ListRoom>
  );
}

/** What is said where the list has no such address. A part of one is not asked for: it would find nothing. */
const nothingFor = (address: string) =>
  isAddress(address)
    ? { emptyFilteredTitle: words.notHereTitle, emptyFiltered: words.notHere(address), createFiltered: words.addThis }
    : { emptyFilteredTitle: words.partTitle, emptyFiltered: words.searchHint };
