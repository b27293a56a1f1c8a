import type { LogFilter } from '../../api/query';
import type { ApiKey } from '../../api/documents';
import { Pick } from '../../ui/pick';
import { hrefOf } from '../../ui/route';

const statuses = [
  { value: '2xx', label: '2xx: done' },
  { value: '4xx', label: '4xx: refused' },
  { value: '5xx', label: '5xx: failed here' },
  ...['200', '400', '401', '403', '404', '409', '422', '429', '500', '503'].map((value) => ({ value, label: value })),
];
const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((value) => ({ value, label: value }));

export function LogFilters({ filter, apiKeys }: { readonly filter: LogFilter; readonly apiKeys: readonly ApiKey[] }) {
  const go = (change: Partial<LogFilter>): void => {
    location.hash = hrefOf({ name: 'logs', after: null, ...filter, ...change });
  };
  return (
    <div className="filters" role="group" aria-label="Filters">
      <Pick label="Status" any="Any" value={filter.status} options={statuses} onPick={(status) => go({ status })} />
      <Pick label="Method" any="Any" value={filter.method} options={methods} onPick={(method) => go({ method })} />
      <Pick
        label="API key"
        any="Any"
        value={filter.apiKey}
        options={apiKeys.map(({ id, name }) => ({ value: id, label: name }))}
        onPick={(apiKey) => go({ apiKey })}
      />
    </div>
  );
}
