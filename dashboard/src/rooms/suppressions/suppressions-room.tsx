import { Button } from '@mantine/core';
import { IconMailOff, IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy } from 'react';
import { call } from '../../api/client';
import { useMay } from '../../api/session';
import { choicesOf } from '../../kit/choices';
import { ListRoom } from '../../kit/list-room';
import { suppressions as words } from '../../messages/suppressions';
import { columns } from './columns';
import { ExportCsv } from './export-csv';
import { ImportDialog } from './import-dialog';
import { isAddress } from './import/read-lines';
import { foundQuery, suppressionsQuery } from './queries';

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
  const setOpen = (next: 'import' | undefined): void =>
    void navigate({ search: ({ open: _, ...before }) => (next ? { ...before, open: next } : before) });
  return (
    <ListRoom
      words={address === undefined ? words : { ...words, ...nothingFor(address) }}
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
