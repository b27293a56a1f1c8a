import { Paper } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { domainsQuery } from '../../api/queries';
import { metricsWords as words } from '../../messages/metrics';
import { type Clock, useClock } from '../../ui/clock';
import { Empty } from '../../ui/empty';
import { Loaded, Outline } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { CrossedLines } from './crossed-lines';
import { Figures } from './figures';
import { emailsOf, type LinkTo, timeOf } from './links';
import { MetricsFilters } from './metrics-filters';
import { Periods } from './periods';
import { metricsQuery, type TeamMetrics } from './queries';
import { type Asked, askedBy, breakdowns, type By } from './range';
import { SandboxNote } from './sandbox-note';
import type { MetricsSearch } from './metrics-search';

const route = getRouteApi('/inside/metrics');

/** What is below the first screen. */
const Details = lazy(() => import('./details'));

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
        {(metrics) => <Shown metrics={metrics} asked={asked} by={by} search={search} onChange={change} />}
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
  };
}

interface ShownProps {
  readonly metrics: TeamMetrics;
  readonly asked: Asked;
  readonly by: By;
  readonly search: MetricsSearch;
  readonly onChange: (changes: MetricsSearch) => void;
}

function Shown({ metrics, asked, by, search, onChange }: ShownProps) {
  const { totals, before, periods, bounce_reasons: reasons } = metrics;
  const { data: domains } = useQuery(domainsQuery);
  const narrowed = { search, domainNames: new Map(domains?.data.map(({ id, name }) => [id, name])) };
  const { sent, suppressed, failed } = totals;
  const range = { from: metrics.start_date, to: metrics.end_date };
  const linkTo: LinkTo = (figure, more) => emailsOf(narrowed, range, figure, more);
  if (sent + suppressed + failed === 0) {
    return (
      <>
        <SandboxNote sandbox={metrics.sandbox} onChange={onChange} />
        <Paper withBorder radius="lg">
          <Empty icon={<IconChartBar size={28} aria-hidden />} title={words.emptyTitle} text={words.empty} />
        </Paper>
      </>
    );
  }
  return (
    <>
      <CrossedLines totals={totals} reasons={reasons} linkTo={linkTo} />
      <Figures totals={totals} before={before} linkTo={linkTo} />
      <SandboxNote sandbox={metrics.sandbox} onChange={onChange} />
      <Periods
        periods={periods}
        granularity={asked.granularity}
        linkOf={(period, figure) => emailsOf(narrowed, timeOf(periods, period, asked.granularity), figure)}
      />
      <Suspense fallback={<Outline lines={4} />}>
        <Details metrics={metrics} by={by} onChange={onChange} linkTo={linkTo} />
      </Suspense>
    </>
  );
}
