import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ApiKey } from '../../api/documents';
import { useMay } from '../../api/session';
import type { RowAction } from '../../kit/row-menu';
import { keyMessages as words } from '../../messages/keys';
import { isEnded } from './key-columns';

/** What a row leads to, and its rotation. */
export function useKeyActions(onRotate: (key: ApiKey) => void): readonly RowAction<ApiKey>[] {
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
