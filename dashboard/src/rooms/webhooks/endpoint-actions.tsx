import { Button, Group } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../api/session';
import { webhooks as words } from '../../messages/webhooks';
import { LazyDropdown } from '../../ui/lazy-dropdown';
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
      <LazyDropdown
        load={load}
        of={{ endpoint }}
        target={(onClick) => (
          <Button
            variant="default"
            rightSection={<IconChevronDown size={16} aria-hidden />}
            aria-haspopup="menu"
            onClick={onClick}
          >
            {words.more}
          </Button>
        )}
      />
    </Group>
  );
}
