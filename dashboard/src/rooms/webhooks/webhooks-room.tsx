import { Button, Paper } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../api/session';
import { webhooks as words } from '../../messages/webhooks';
import { Empty } from '../../ui/empty';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Rows } from '../../ui/rows';
import { CreateWebhookDialog } from './create-webhook';
import { endpointColumns } from './endpoint-columns';
import { useGoing } from '../../ui/going';
import { endpointsQuery } from './queries';

const route = getRouteApi('/inside/webhooks');

export function WebhooksRoom() {
  const { create: isCreating = false } = route.useSearch();
  const navigate = route.useNavigate();
  const mayManage = useMay('POST /webhooks');
  const query = useQuery(endpointsQuery);
  const going = useGoing();
  const shown = query.data?.data.filter(({ id }) => !going.has(id)) ?? [];
  const open = (): void => void navigate({ search: { create: true } });
  const close = (): void => void navigate({ search: {}, replace: true });
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {words.create}
    </Button>
  );
  return (
    <Page intro={words.intro} actions={mayManage && shown.length > 0 ? button : null} isWide>
      <Paper withBorder radius="lg" px={{ base: 'md', sm: 'lg' }} py="xs">
        <Loaded query={query}>
          {() =>
            shown.length > 0 ? (
              <Rows label={words.list} columns={endpointColumns} rows={shown} idOf={({ id }) => id} />
            ) : (
              <Empty
                icon={<IconWebhook size={28} aria-hidden />}
                title={words.emptyTitle}
                text={mayManage ? words.empty : words.emptyReader}
              >
                {mayManage && button}
              </Empty>
            )
          }
        </Loaded>
      </Paper>
      {mayManage && <CreateWebhookDialog isOpen={isCreating} onClose={close} />}
    </Page>
  );
}
