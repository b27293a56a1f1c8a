import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { DetailPage } from '../../../kit/detail-page';
import { erasures as words } from '../../../messages/erasures';
import { Panel } from '../../../ui/panel';
import { Certificate } from './certificate';
import { DestroyedFigures } from './destroyed-figures';
import { ErasureStatus } from './erasure-status';
import { erasureQuery } from './queries';

const route = getRouteApi('/inside/settings/erasures/$id');

export function ErasureRoom() {
  const { id } = route.useParams();
  return (
    <DetailPage
      id={id}
      query={useQuery(erasureQuery(id))}
      list={{ to: '/settings/erasures', label: words.back }}
      name={words.oneTitle}
      title={() => words.oneTitle}
      status={({ state }) => <ErasureStatus state={state} />}
    >
      {(erasure) =>
        erasure.state === 'completed' ? (
          <Certificate erasure={erasure} />
        ) : (
          <Panel title={words.progressTitle} intro={words.progressIntro}>
            <DestroyedFigures destroyed={erasure.destroyed} />
          </Panel>
        )
      }
    </DetailPage>
  );
}
