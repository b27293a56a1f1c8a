import { IconFileImport } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import { call } from '../../api/client';
import { useMay } from '../../api/session';
import { choicesOf } from '../../kit/choices';
import { ListRoom } from '../../kit/list-room';
import { useActorOf } from '../../kit/use-actor-of';
import { importMessages as words } from '../../messages/imports';
import { Outline } from '../../ui/loaded';
import { importsQuery } from './documents';
import { importColumns } from './import-columns';
import { nameOf } from './import-status';
import { Dialog } from '../../ui/dialog';

const ImportWizard = lazy(() => import('./wizard/import-wizard'));

interface ImportDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What was chosen in it is nowhere else, so no stray click outside closes it. */
function ImportDialog({ isOpen, onClose }: ImportDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={words.create} size="xl" closeOnClickOutside={false}>
      <Suspense fallback={<Outline lines={6} />}>
        <ImportWizard />
      </Suspense>
    </Dialog>
  );
}

const FirstImport = lazy(() => import('./first-import'));
const route = getRouteApi('/inside/imports');

/** The files of contacts that were uploaded, and how far each was applied. */
export function ImportsRoom() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const watched = importsQuery(search.status);
  const mayImport = useMay('POST /contacts/imports');
  const actorOf = useActorOf();
  const close = (): void => void navigate({ search: ({ create: _, ...before }) => before, replace: true });
  return (
    <ListRoom
      words={words}
      icon={IconFileImport}
      query={useInfiniteQuery(watched)}
      watched={watched}
      columns={importColumns(actorOf)}
      nameOf={nameOf}
      search={search}
      filters={[{ name: 'status', label: words.state, options: choicesOf(words.filter) }]}
      create={{ may: 'POST /contacts/imports' }}
      remove={{
        may: 'DELETE /contacts/imports/{id}',
        send: (id, keepalive) => call('DELETE /contacts/imports/{id}', { path: { id }, keepalive }),
        list: 'GET /dashboard-api/contacts/imports',
      }}
      first={
        <Suspense fallback={<Outline />}>
          <FirstImport />
        </Suspense>
      }
    >
      {mayImport && <ImportDialog isOpen={search.create === true} onClose={close} />}
    </ListRoom>
  );
}
