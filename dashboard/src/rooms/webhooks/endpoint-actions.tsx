import { Button, Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../api/session';
import { MoreMenu } from '../../kit/more-menu';
import { webhooks as words } from '../../messages/webhooks';
import type { Standing } from './documents';

const route = getRouteApi('/inside/webhooks/$id');
const load = () => import('./endpoint-menu');

export function EndpointActions({ endpoint }: { readonly endpoint: Standing }) {
  const navigate = route.useNavigate();
  const test = (): void => void navigate({ search: (before) => ({ ...before, open: 'test' }) });
  if (!useMay('PATCH /webhooks/{id}')) return null;
  return (
    <Group gap="xs">
      <Button variant="default" onClick={test}>
        {words.test}
      </Button>
      <MoreMenu load={load} of={{ endpoint }} />
    </Group>
  );
}
