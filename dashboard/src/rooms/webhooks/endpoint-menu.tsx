import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconRepeat, IconTrash } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
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
  return (
    <Menu position="bottom-end" width={220} defaultOpened>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={show('edit')}>
          {words.edit}
        </Menu.Item>
        {isOn && (
          <Menu.Item leftSection={<IconRepeat size={16} aria-hidden />} onClick={show('replay')}>
            {words.replay}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={isOn ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
          onClick={() => change.mutate(isOn ? 'disabled' : 'enabled')}
        >
          {isOn ? words.disable : words.enable}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={remove}
        >
          {words.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
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
