import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../api/session';
import { webhooks as words } from '../../messages/webhooks';
import { Moment, When } from '../../ui/time';
import type { Standing } from './documents';
import { useSwitch } from './use-switch';

const route = getRouteApi('/inside/webhooks/$id');
/** A moment behind is nothing to speak of. */
const behindMs = 120_000;

/** Why nothing arrives, and how to go on. */
export function StandingNotice({ endpoint }: { readonly endpoint: Standing }) {
  const { status, why, failing_since: failing, behind_since: behind } = endpoint;
  if (status === 'disabled') {
    const isOwn = why === 'person' || why === null;
    return (
      <Alert
        color={isOwn ? 'gray' : 'red'}
        title={words.offTitle[why ?? 'unknown']}
        icon={isOwn ? <IconInfoCircle size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
      >
        <Stack gap="sm">
          <Text size="sm">{words.offHint[why ?? 'unknown']}</Text>
          <GoOn endpoint={endpoint} />
        </Stack>
      </Alert>
    );
  }
  if (failing !== null) {
    return (
      <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
        <Text size="sm" fw={600}>
          {words.failingTitle} <Moment at={failing} precision="minute" />.
        </Text>
        <Text size="sm">{words.failingHint}</Text>
      </Alert>
    );
  }
  if (behind === null || Date.now() - Date.parse(behind) < behindMs) return null;
  return (
    <Alert color="yellow" icon={<IconInfoCircle size={18} aria-hidden />}>
      <Text size="sm">
        {words.behind} <When at={behind} />.
      </Text>
    </Alert>
  );
}

function GoOn({ endpoint }: { readonly endpoint: Standing }) {
  const navigate = route.useNavigate();
  const change = useSwitch(endpoint);
  if (!useMay('PATCH /webhooks/{id}')) return null;
  return (
    <Group gap="xs">
      <Button size="xs" loading={change.isPending} onClick={() => change.mutate('enabled')}>
        {words.enable}
      </Button>
      <Button
        size="xs"
        variant="default"
        onClick={() => void navigate({ search: (before) => ({ ...before, open: 'test' }) })}
      >
        {words.test}
      </Button>
    </Group>
  );
}
