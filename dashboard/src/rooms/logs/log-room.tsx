import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { logs as words } from '../../messages/logs';
import { DetailPage } from '../../kit/detail-page';
import { HttpStatus } from '../../ui/http-status';
import { AdvicePanel } from './advice-panel';
import { LogDetails } from './log-details';
import { logQuery } from './queries';

const route = getRouteApi('/inside/logs/$id');

export function LogRoom() {
  const { id } = route.useParams();
  return (
    <DetailPage
      id={id}
      query={useQuery(logQuery(id))}
      list={{ to: '/logs', label: words.all, reads: 'GET /dashboard-api/logs' }}
      name={words.request}
      title={({ method, endpoint }) => `${method} ${endpoint}`}
      status={({ response_status: status }) => <HttpStatus of={status} />}
      callout={(log) => <AdvicePanel log={log} />}
    >
      {(log) => <LogDetails log={log} />}
    </DetailPage>
  );
}
