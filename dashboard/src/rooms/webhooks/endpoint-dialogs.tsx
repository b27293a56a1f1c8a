import { useQuery, useQueryClient } from '@tanstack/react-query';
import { under } from '../../api/reading';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMay } from '../../api/session';
import { webhooks as words } from '../../messages/webhooks';
import { Loaded, Outline } from '../../ui/loaded';
import { say } from '../../ui/toast';
import { webhookChanges } from './changes';
import type { Standing } from './documents';
import { webhookQuery } from './queries';
import { Dialog } from '../../ui/dialog';

const route = getRouteApi('/inside/webhooks/$id');
const EndpointForm = lazy(() => import('./endpoint-form'));
const ReplayForm = lazy(() => import('./replay-form'));
const TestForm = lazy(() => import('./test-form'));

/** What opens over the room; which one is a part of its address. */
export default function EndpointDialogs({ endpoint }: { readonly endpoint: Standing }) {
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const mayManage = useMay('PATCH /webhooks/{id}');
  const close = (): void =>
    void navigate({ search: ({ open: _open, ...filters }) => filters, replace: true, resetScroll: false });
  if (!mayManage) return null;
  return (
    <>
      <Dialog opened={open === 'edit'} onClose={close} size="lg" title={words.edit}>
        <Suspense fallback={<Outline />}>
          <Edit id={endpoint.id} onDone={close} />
        </Suspense>
      </Dialog>
      <Dialog opened={open === 'test'} onClose={close} size="lg" title={words.test}>
        <Suspense fallback={<Outline />}>
          <TestForm endpoint={endpoint} />
        </Suspense>
      </Dialog>
      <Dialog opened={open === 'replay'} onClose={close} title={words.replayTitle}>
        <Suspense fallback={<Outline />}>
          <ReplayForm endpoint={endpoint} onDone={close} />
        </Suspense>
      </Dialog>
    </>
  );
}

function Edit({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const query = useQuery(webhookQuery(id));
  const queryClient = useQueryClient();
  return (
    <Loaded query={query}>
      {(webhook) => (
        <EndpointForm
          webhook={webhook}
          send={(settings) => webhookChanges.change(id, settings)}
          onDone={() => {
            say(words.saved);
            void queryClient.invalidateQueries(under('GET /dashboard-api/webhooks'));
            onDone();
          }}
        />
      )}
    </Loaded>
  );
}
