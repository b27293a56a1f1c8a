import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { erasures as words } from '../../../messages/erasures';
import { Back } from '../../../ui/back';
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
    <Stack gap="sm">
      <Back to="/settings/erasures" className="not-printed">
        {words.back}
      </Back>
      <Page title={words.oneTitle}>
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
    </Stack>
  );
}
