import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../api/session';
import { ListRoom } from '../../kit/list-room';
import { webhooks as words } from '../../messages/webhooks';
import { CreateWebhookDialog } from './create-webhook';
import { endpointColumns } from './endpoint-columns';
import { endpointsQuery } from './queries';

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
      {mayCreate && <CreateWebhookDialog isOpen={search.create === true} onClose={close} />}
    </ListRoom>
  );
}
