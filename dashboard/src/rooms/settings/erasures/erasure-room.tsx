import { Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { erasures as words } from '../../../messages/erasures';
import { AppLink } from '../../../ui/link';
import { Loaded } from '../../../ui/loaded';
import { Page } from '../../../ui/page';
import { Panel } from '../../../ui/panel';
import { Certificate } from './certificate';
import { DestroyedFigures } from './destroyed-figures';
import { ErasureStatus } from './erasure-status';
import { erasureQuery } from './queries';

const route = getRouteApi('/inside/settings/erasures/$id');

export function ErasureRoom() {
  const { id } = route.useParams();
  const query = useQuery(erasureQuery(id));
  return (
    <Page title={words.oneTitle} actions={<Back />}>
      <Loaded query={query}>
        {(erasure) =>
          erasure.state === 'completed' ? (
            <Certificate erasure={erasure} />
          ) : (
            <Panel
              title={words.progressTitle}
              intro={words.progressIntro}
              actions={<ErasureStatus state={erasure.state} />}
            >
              <DestroyedFigures destroyed={erasure.destroyed} />
            </Panel>
          )
        }
      </Loaded>
    </Page>
  );
}

function Back() {
  return (
    <AppLink to="/settings/erasures" size="sm">
      <Group gap={4} component="span">
        <IconArrowLeft size={16} aria-hidden />
        {words.back}
      </Group>
    </AppLink>
  );
}
