import { useLive } from '../api/live';
import type { LogFilter } from '../api/query';
import { LogFilters } from '../features/logs/log-filters';
import { LogList } from '../features/logs/log-list';
import { PageHeading } from '../ui/page-heading';
import { Loading, ProblemNotice } from '../ui/problem-notice';
import { allLogs, hrefOf } from '../ui/route';

interface Props {
  readonly filter: LogFilter;
  /** The id of the last request of the page before this one; `null` on the first page. */
  readonly after: string | null;
}

export function LogsRoute({ filter, after }: Props) {
  const page = useLive(`logs ${JSON.stringify(filter)} after ${after}`, (api, signal) =>
    api.logs(filter, after, signal),
  );
  const apiKeys = useLive('api keys', (api, signal) => api.apiKeys(signal), { settled: () => true });
  const rows = page.value?.data ?? [];
  const last = rows.at(-1);
  return (
    <>
      <PageHeading key={after} title={after === null ? 'Requests' : 'Older requests'} />
      <LogFilters filter={filter} apiKeys={apiKeys.value?.data ?? []} />
      <ProblemNotice problem={page.problem} />
      {page.value === null ? (
        page.problem === null && <Loading what="requests" />
      ) : rows.length > 0 ? (
        <LogList rows={rows} />
      ) : (
        <NoRequests filtered={Object.values(filter).some((value) => value !== null)} older={after !== null} />
      )}
      <nav className="pages" aria-label="Pages of requests">
        {after !== null && <a href={hrefOf({ name: 'logs', after: null, ...filter })}>Newest requests</a>}
        {page.value?.has_more === true && last !== undefined && (
          <a href={hrefOf({ name: 'logs', ...filter, after: last.id })}>Older requests</a>
        )}
      </nav>
    </>
  );
}

function NoRequests({ filtered, older }: { readonly filtered: boolean; readonly older: boolean }) {
  if (older) return <p>There are no older requests.</p>;
  if (!filtered) return <p>No request was logged yet. Each call of the API with a key appears here.</p>;
  return (
    <p>
      No request is like that. <a href={hrefOf(allLogs)}>Show all requests</a>
    </p>
  );
}
