import { Button, Paper } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { apiKeysQuery } from '../../api/queries';
import { useMay } from '../../api/session';
import { keyMessages as keys } from '../../messages/keys';
import { Empty } from '../../ui/empty';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { CreateKeyDialog } from './create-key';
import { KeyRows } from './key-rows';

const route = getRouteApi('/inside/api-keys');

export function KeysRoom() {
  const { create: isCreating = false } = route.useSearch();
  const navigate = route.useNavigate();
  const mayManage = useMay('POST /api-keys');
  const query = useQuery(apiKeysQuery);
  const open = (): void => void navigate({ search: { create: true } });
  const close = (): void => void navigate({ search: {}, replace: true });
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {keys.create}
    </Button>
  );
  const hasKeys = query.data !== undefined && query.data.data.length > 0;
  return (
    <Page intro={keys.intro} actions={mayManage && hasKeys ? button : null}>
      <Paper withBorder radius="lg" px={{ base: 'md', sm: 'lg' }} py="xs">
        <Loaded query={query}>
          {({ data }) =>
            data.length > 0 ? (
              <KeyRows keys={data} mayRevoke={mayManage} />
            ) : (
              <Empty
                icon={<IconKey size={28} aria-hidden />}
                title={keys.emptyTitle}
                text={mayManage ? keys.empty : keys.emptyReader}
              >
                {mayManage && button}
              </Empty>
            )
          }
        </Loaded>
      </Paper>
      {mayManage && <CreateKeyDialog isOpen={isCreating} onClose={close} />}
    </Page>
  );
}
