import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { metricsWords } from '../../messages/metrics';
import { usageWords as words } from '../../messages/usage';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { PickOne } from '../../ui/pick-one';
import { Bars } from './bars';
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
    <Panel
      title={words.sent}
      intro={words.sentHint}
      actions={
        <PickOne
          label={words.span}
          value={span}
          options={spans}
          names={words.spans}
          onPick={(each) => void navigate({ search: { span: each }, replace: true, resetScroll: false })}
        />
      }
    >
      <Loaded query={byDomain} lines={4}>
        {(sent) =>
          sent.totals.sent === 0 ? (
            <Text size="sm" c="dimmed">
              {words.nothing}
            </Text>
          ) : (
            <Stack gap="lg">
              <Bars label={words.spans[span]} rows={periodsOf(sent, span)} />
              <Part title={words.byDomain} sent={sent} />
              <Loaded query={byKey}>{(sentByKey) => <Part title={words.byKey} sent={sentByKey} />}</Loaded>
            </Stack>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Part({ title, sent }: { readonly title: string; readonly sent: Sent }) {
  const rows = sent.rows.map((row) => ({ id: `${row.kind} ${row.id ?? ''}`, name: nameOf(row), count: row.sent }));
  return (
    <div>
      <Title order={3} mb="xs">
        {title}
      </Title>
      <Bars label={title} rows={rows.filter(({ count }) => count > 0)} />
    </div>
  );
}

/** Days and months are those of UTC, whatever zone the page shows times in. */
function periodsOf({ periods }: Sent, span: Span) {
  const format = new Intl.DateTimeFormat(undefined, {
    timeZone: 'UTC',
    ...(span === 'month' ? { month: 'long', year: 'numeric' } : { day: 'numeric', month: 'short' }),
  });
  const rows = periods.map(({ period, sent }) => ({ id: period, name: format.format(new Date(period)), count: sent }));
  return rows.filter(({ count }) => count > 0);
}

function nameOf({ kind, name }: Sent['rows'][number]): string {
  if (kind === 'domain') return name !== null && name !== '' ? name : metricsWords.removedDomain;
  if (kind === 'api-key') return name ?? metricsWords.removedKey;
  return metricsWords.sources[kind] ?? kind;
}
