import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { metricsWords as words } from '../../messages/metrics';
import { type Clock, useClock } from '../../ui/clock';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { MetricsFilters } from './metrics-filters';
import { metricsQuery } from './queries';
import { type Asked, askedBy, breakdowns, type By } from './range';
import type { MetricsSearch } from './metrics-search';
import { TeamFigures } from './team-figures';

const route = getRouteApi('/inside/metrics');

export function MetricsRoom() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const clock = useClock();
  const asked = askedBy(search, clock.zone, new Date());
  const by = breakdowns.find((each) => each === search.by) ?? 'domain';
  const query = useQuery(metricsQuery(parametersOf(search, asked, by, clock)));
  const change = (changes: MetricsSearch): void =>
    // An empty value leaves no trace in the address.
    void navigate({
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== '')),
      replace: true,
      resetScroll: false,
    });
  return (
    <Page intro={words.intro}>
      <MetricsFilters search={search} asked={asked} onChange={change} />
      <Loaded query={query} lines={6}>
        {(metrics) => <TeamFigures metrics={metrics} asked={asked} by={by} search={search} onChange={change} />}
      </Loaded>
    </Page>
  );
}

function parametersOf(search: MetricsSearch, { start, end, granularity }: Asked, by: By, { zone }: Clock) {
  return {
    start_date: start,
    end_date: end,
    timezone: zone,
    granularity,
    by,
    domain_id: search.domain,
    sent_by: search.key,
    tag: search.tag,
    template: search.template,
  };
}
