import { Paper, Anchor, Group, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { domainsQuery } from '../../api/queries';
import { metricsWords as words } from '../../messages/metrics';
import { Empty } from '../../ui/empty';
import { Outline } from '../../ui/loaded';
import { CrossedLines } from './crossed-lines';
import { Figures } from './figures';
import { emailsOf, type LinkTo, timeOf } from './links';
import type { MetricsSearch } from './metrics-search';
import { Periods } from './periods';
import type { TeamMetrics } from './queries';
import type { Asked, By } from './range';
import { counted } from './words';

/** What is below the first screen. */
const Details = lazy(() => import('./details'));

interface TeamFiguresProps {
  readonly metrics: TeamMetrics;
  readonly asked: Asked;
  readonly by: By;
  readonly search: MetricsSearch;
  readonly onChange: (changes: MetricsSearch) => void;
}

/** The answer for the range: what crossed a line, the totals, their course, and what they are made of. */
export function TeamFigures({ metrics, asked, by, search, onChange }: TeamFiguresProps) {
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

interface SandboxNoteProps {
  readonly sandbox: TeamMetrics['sandbox'];
  readonly onChange: (changes: MetricsSearch) => void;
}

/** What was tried out is in no rate and raises no alarm; it is one click away. */
function SandboxNote({ sandbox, onChange }: SandboxNoteProps) {
  if (sandbox.length === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {words.sandbox(counted(sandbox.reduce((sum, { sent }) => sum + sent, 0)))}
      </Text>
      {sandbox.map(({ id, name }) => (
        <Anchor key={id} component="button" size="sm" onClick={() => onChange({ domain: id })}>
          {words.sandboxView(name)}
        </Anchor>
      ))}
    </Group>
  );
}
