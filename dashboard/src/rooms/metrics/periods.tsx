import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { metricsWords as words } from '../../messages/metrics';
import { useClock } from '../../ui/clock';
import { Outline } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { type Column, Rows } from '../../ui/rows';
import type { MetricsPeriod } from './queries';
import type { Granularity } from './range';
import { counted, periodName, rated } from './words';

/** The charts are larger than all the rest of the room. */
const Charts = lazy(() => import('./charts'));

interface PeriodsProps {
  readonly periods: readonly MetricsPeriod[];
  readonly granularity: Granularity;
}

export function Periods({ periods, granularity }: PeriodsProps) {
  const [areNumbersShown, setNumbersShown] = useState(false);
  return (
    <Panel
      title={words.volumes}
      actions={
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-expanded={areNumbersShown}
            onClick={() => setNumbersShown(!areNumbersShown)}
          >
            {areNumbersShown ? words.hideNumbers : words.numbers}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => void import('./metrics-csv').then((csv) => csv.downloadPeriods(periods))}
          >
            {words.download}
          </Button>
        </Group>
      }
    >
      <Suspense fallback={<Outline lines={4} />}>
        <Charts periods={periods} granularity={granularity} />
      </Suspense>
      {areNumbersShown && <Numbers periods={periods} granularity={granularity} />}
    </Panel>
  );
}

function Numbers({ periods, granularity }: PeriodsProps) {
  const clock = useClock();
  const columns: readonly Column<MetricsPeriod>[] = [
    {
      title: words.period,
      cell: ({ period }) => <span style={{ whiteSpace: 'nowrap' }}>{periodName(period, granularity, clock)}</span>,
    },
    { title: words.sent, cell: ({ sent }) => counted(sent) },
    { title: words.delivered, cell: ({ delivered }) => counted(delivered) },
    { title: words.bounced, cell: ({ bounced }) => counted(bounced) },
    { title: words.bounceRate, cell: ({ bounce_rate: rate }) => rated(rate) },
    { title: words.complained, cell: ({ complained }) => counted(complained) },
    { title: words.complaintRate, cell: ({ complaint_rate: rate }) => rated(rate) },
    { title: words.delayed, cell: ({ delivery_delayed: delayed }) => counted(delayed) },
    { title: words.suppressed, cell: ({ suppressed }) => counted(suppressed) },
    { title: words.failed, cell: ({ failed }) => counted(failed) },
  ];
  return <Rows label={words.numbers} columns={columns} rows={periods} idOf={({ period }) => period} />;
}
