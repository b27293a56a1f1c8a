import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState, useMemo } from 'react';
import { apiKeys } from '../../api/changes';
import type { ApiKey } from '../../api/documents';
import { apiKeysQuery } from '../../api/queries';
import { useMay } from '../../api/session';
import { ListRoom } from '../../kit/list-room';
import { keyMessages as words } from '../../messages/keys';
import { Outline } from '../../ui/loaded';
import type { RowAction } from '../../kit/row-menu';
import { keyColumns, isEnded } from './key-columns';

const route = getRouteApi('/inside/api-keys');
const TokenDialog = lazy(async () => ({ default: (await import('./token-dialog')).TokenDialog }));
const CreateKeyDialog = lazy(async () => ({ default: (await import('./create-key')).CreateKeyDialog }));
const forms = () => import('./key-forms');
const RenameKey = lazy(async () => ({ default: (await forms()).RenameKey }));
const RotateKey = lazy(async () => ({ default: (await forms()).RotateKey }));

export function KeysRoom() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayCreate = useMay('POST /api-keys');
  const [rotated, setRotated] = useState<ApiKey | null>(null);
  const rowActions = useKeyActions(setRotated);
  return (
    <ListRoom
      words={words}
      icon={IconKey}
      query={useQuery(apiKeysQuery)}
      columns={keyColumns}
      nameOf={({ name }) => name}
      search={search}
      create={{ may: 'POST /api-keys' }}
      edit={{ may: 'PATCH /api-keys/{id}', form: (key, close) => <RenameKey apiKey={key} onDone={close} /> }}
      rowActions={rowActions}
      remove={{ may: 'DELETE /api-keys/{id}', send: apiKeys.revoke, list: 'GET /dashboard-api/api-keys' }}
    >
      {mayCreate && search.create === true && (
        <Suspense>
          <CreateKeyDialog isOpen onClose={() => void navigate({ search: {}, replace: true })} />
        </Suspense>
      )}
      {rotated !== null && (
        <Suspense>
          <TokenDialog
            isOpen
            onClose={() => setRotated(null)}
            title={words.rotateTitle(rotated.name)}
            hint={words.rotateNext}
            form={(onMade) => (
              <Suspense fallback={<Outline />}>
                <RotateKey apiKey={rotated} onMade={onMade} />
              </Suspense>
            )}
          />
        </Suspense>
      )}
    </ListRoom>
  );
}

/** What a row leads to, and its rotation. */
function useKeyActions(onRotate: (key: ApiKey) => void): readonly RowAction<ApiKey>[] {
  const navigate = useNavigate();
  const mayRotate = useMay('POST /dashboard-api/api-keys/{id}/rotate');
  const mayReadActivity = useMay('GET /dashboard-api/activity');
  return useMemo(
    () => [
      {
        label: words.emails,
        named: ({ name }) => words.emailsOf(name),
        onClick: ({ id }) => void navigate({ to: '/emails', search: { api_key: id } }),
      },
      {
        label: words.log,
        named: ({ name }) => words.logOf(name),
        onClick: ({ id }) => void navigate({ to: '/logs', search: { key: id } }),
      },
      ...(mayReadActivity
        ? [
            {
              label: words.activity,
              named: ({ name }: ApiKey) => words.activityOf(name),
              onClick: ({ id }: ApiKey) => void navigate({ to: '/activity', search: { resource: id } }),
            },
          ]
        : []),
      ...(mayRotate
        ? [
            {
              label: words.rotate,
              named: ({ name }: ApiKey) => words.rotateNamed(name),
              onClick: onRotate,
              isFor: (key: ApiKey) => !isEnded(key) && key.replaced_by === null,
            },
          ]
        : []),
    ],
    [navigate, mayRotate, onRotate, mayReadActivity],
  );
}
