import { IconPencil, IconPlayerPause, IconPlayerPlay, IconRepeat, IconTrash } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import DetailMenu, { type MenuAction } from '../../kit/detail-menu';
import { useRemoval } from '../../kit/use-removal';
import { webhooks as words } from '../../messages/webhooks';
import type { OpenDropdownProps } from '../../ui/lazy-dropdown';
import { webhookChanges } from './changes';
import type { Standing } from './documents';
import type { WebhookDialog } from './parameters';
import { hostOf } from './state';
import { useSwitch } from './use-switch';

const route = getRouteApi('/inside/webhooks/$id');

interface EndpointMenuProps extends OpenDropdownProps {
  readonly endpoint: Standing;
}

export default function EndpointMenu({ target, endpoint }: EndpointMenuProps) {
  const navigate = route.useNavigate();
  const change = useSwitch(endpoint);
  const remove = useRemove(endpoint);
  const show = (open: WebhookDialog) => (): void => void navigate({ search: (before) => ({ ...before, open }) });
  const isOn = endpoint.status === 'enabled';
  const actions: readonly MenuAction[] = [
    { label: words.edit, Icon: IconPencil, onClick: show('edit') },
    ...(isOn ? [{ label: words.replay, Icon: IconRepeat, onClick: show('replay') }] : []),
    {
      label: isOn ? words.disable : words.enable,
      Icon: isOn ? IconPlayerPause : IconPlayerPlay,
      onClick: () => change.mutate(isOn ? 'disabled' : 'enabled'),
    },
    { label: words.remove, Icon: IconTrash, onClick: remove, isDangerous: true },
  ];
  return <DetailMenu target={target} actions={actions} />;
}

/** Deletes it after some seconds in which that can be taken back; it is out of the list from the first moment. */
function useRemove({ id, endpoint }: Standing) {
  const begin = useRemoval();
  const navigate = useNavigate();
  return (): void => {
    begin(
      { id, name: hostOf(endpoint) },
      { words: words.deletion, send: webhookChanges.remove, list: 'GET /dashboard-api/webhooks' },
    );
    void navigate({ to: '/webhooks' });
  };
}
