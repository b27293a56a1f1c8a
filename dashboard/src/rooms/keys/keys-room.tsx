import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { apiKeys } from '../../api/changes';
import { apiKeysQuery } from '../../api/queries';
import { useMay } from '../../api/session';
import { ListRoom } from '../../kit/list-room';
import { keyMessages as words } from '../../messages/keys';
import { CreateKeyDialog } from './create-key';
import { keyColumns } from './key-columns';

const route = getRouteApi('/inside/api-keys');

export function KeysRoom() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayCreate = useMay('POST /api-keys');
  return (
    <ListRoom
      words={words}
      icon={IconKey}
      query={useQuery(apiKeysQuery)}
      columns={keyColumns}
      nameOf={({ name }) => name}
      search={search}
      create={{ may: 'POST /api-keys' }}
      remove={{ may: 'DELETE /api-keys/{id}', send: apiKeys.revoke, list: 'GET /dashboard-api/api-keys' }}
    >
      {mayCreate && (
        <CreateKeyDialog isOpen={search.create === true} onClose={() => void navigate({ search: {}, replace: true })} />
      )}
    </ListRoom>
  );
}
