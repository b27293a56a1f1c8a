import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChartCard } from '../../kit/chart-card';
import { chartColors } from '../../kit/chart-data';
import { metricsWords } from '../../messages/metrics';
import { usageWords as words } from '../../messages/usage';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { PickOne } from '../../ui/pick-one';
import { type Column, Rows } from '../../ui/rows';
import classes from './bars.module.css';
import { type Sent, sentQuery, type Span, spans } from './queries';

const route = getRouteApi('/inside/usage');

/** Per day or month, and by domain and key. */
export function SentPanel() {
  const { span: given } = route.useSearch();
  const navigate = route.useNavigate();
  const span = spans.find((each) => each === given) ?? 'day';
  const now = new Date();
  const byDomain = useQuery(sentQuery(span, 'domain', now));
  const byKey = useQuery(sentQuery(span, 'api_key', now));
  return (
    <>
      <ChartCard
        title={words.sent}
        intro={words.sentHint}
        rows={byDomain.data?.periods}
        query={byDomain}
        idOf={({ period }) => period}
        rowTitle={words.period}
        rowName={nameOfPeriod(span)}
        shortName={nameOfPeriod(span)}
        series={series}
        file="usage"
        empty={words.nothing}
        actions={
          <PickOne
            isBare
            label={words.span}
            value={span}
            options={spans}
            names={words.spans}
            onPick={(each) => void navigate({ search: { span: each }, replace: true, resetScroll: false })}
          />
        }
      />
      {byDomain.data !== undefined && byDomain.data.totals.sent > 0 && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Part title={words.byDomain} sent={byDomain.data} />
          <Loaded query={byKey}>{(sentByKey) => <Part title={words.byKey} sent={sentByKey} />}</Loaded>
        </SimpleGrid>
      )}
    </>
  );
}

function Part({ title, sent }: { readonly title: string; readonly sent: Sent }) {
  const rows = sent.rows.map((row) => ({ id: `${row.kind} ${row.id ?? ''}`, name: nameOf(row), count: row.sent }));
  return (
    <Panel title={title}>
      <Bars label={title} rows={rows.filter(({ count }) => count > 0)} />
    </Panel>
  );
}

const series = [
  { key: 'sent', name: words.recipients, color: chartColors.rest, value: ({ sent }: Sent['periods'][number]) => sent },
];

/** Days and months are those of UTC, whatever zone the page shows times in. */
function nameOfPeriod(span: Span): (row: Sent['periods'][number]) => string {
  const format = new Intl.DateTimeFormat(undefined, {
    timeZone: 'UTC',
    ...(span === 'month' ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' }),
  });
  return ({ period }) => format.format(new Date(period));
}

function nameOf({ kind, name }: Sent['rows'][number]): string {
  if (kind === 'domain') return name !== null && name !== '' ? name : metricsWords.removedDomain;
  if (kind === 'api-key') return name ?? metricsWords.removedKey;
  return metricsWords.sources[kind] ?? kind;
}

interface Bar {
  readonly id: string;
  readonly name: string;
  readonly count: number;
}

/** A table with a bar in each row: the picture and its numbers in one. */
function Bars({ label, rows }: { readonly label: string; readonly rows: readonly Bar[] }) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const columns: readonly Column<Bar>[] = [
    { title: words.name, cell: ({ name }) => name },
    { title: words.recipients, cell: ({ count }) => count.toLocaleString() },
    {
      title: words.share,
      cell: ({ count }) => (
        <div className={classes['track']} aria-hidden>
          <div className={classes['bar']} style={{ width: `${(count / most) * 100}%` }} />
        </div>
      ),
    },
  ];
  return <Rows label={label} columns={columns} rows={rows} idOf={({ id }) => id} />;
}
