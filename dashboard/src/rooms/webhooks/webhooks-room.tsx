import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMay } from '../../api/session';
import { ListRoom } from '../../kit/list-room';
import { webhooks as words } from '../../messages/webhooks';
import { endpointColumns } from './endpoint-columns';
import { endpointsQuery } from './queries';

const CreateWebhookDialog = lazy(async () => ({ default: (await import('./create-webhook')).CreateWebhookDialog }));
const route = getRouteApi('/inside/webhooks');

export function WebhooksRoom() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayCreate = useMay('POST /webhooks');
  const close = (): void => void navigate({ search: {}, replace: true });
  return (
    <ListRoom
      words={words}
      icon={IconWebhook}
      query={useQuery(endpointsQuery)}
      columns={endpointColumns}
      search={search}
      create={{ may: 'POST /webhooks' }}
    >
      {mayCreate && search.create === true && (
        <Suspense>
          <CreateWebhookDialog isOpen onClose={close} />
        </Suspense>
      )}
    </ListRoom>
  );
}
