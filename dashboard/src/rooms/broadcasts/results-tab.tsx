import '@mantine/core/styles/SimpleGrid.css';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChartCard } from '../../kit/chart-card';
import { chartColors } from '../../kit/chart-data';
import { broadcastProofWords } from '../../messages/broadcast-proof';
import { broadcastResultWords as words } from '../../messages/broadcast-results';
import { shown, useClock } from '../../ui/clock';
import { Figure } from '../../ui/figure';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { type Column, Rows } from '../../ui/rows';
import { ByVariant } from './by-variant';
import { type Broadcast, type Results, resultsQuery } from './queries';
import { RecipientsPanel } from './recipients-panel';

/** What became of a broadcast: counts, over time, by receiver, by link, and each recipient. */
export default function ResultsTab({ broadcast }: { readonly broadcast: Broadcast }) {
  const query = useQuery(resultsQuery(broadcast));
  return (
    <Stack gap="lg">
      <Loaded query={query} lines={6}>
        {(results) => (
          <>
            <Counts of={results} isSent={broadcast.status === 'sent'} />
            {results.by_variant !== null && <ByVariant broadcast={broadcast} rows={results.by_variant} />}
            <OverTime of={results} />
            <ByReceiver of={results} />
            <ByLink of={results} />
          </>
        )}
      </Loaded>
      <RecipientsPanel broadcast={broadcast} isTest={query.data?.by_variant != null} />
    </Stack>
  );
}

type Of = { readonly of: Results };
const plain = (count: number): string => count.toLocaleString('en');
const share = (count: number, all: number): string => (all === 0 ? words.none : `${((count / all) * 100).toFixed(1)}%`);

function Counts({ of: results, isSent }: Of & { readonly isSent: boolean }) {
  const { planned, sent, delivered, opened, clicked, bounced, complained, unsubscribed, skipped, failed } = results;
  const { unknown, waiting } = results;
  const left = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  const seen = (label: string, { people, all }: Results['opened']) => (
    <Figure label={label} value={share(people, delivered)} note={words.people(plain(people), plain(all - people))} />
  );
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4, xl: 7 }} spacing="sm" role="group" aria-label={words.counts}>
        <Figure label={words.sent} value={plain(sent)} note={words.ofPlanned(plain(planned))} />
        <Figure label={words.delivered} value={share(delivered, sent)} note={plain(delivered)} />
        {seen(words.opened, opened)}
        {seen(words.clicked, clicked)}
        <Figure label={words.bounced} value={share(bounced, sent)} note={plain(bounced)} />
        <Figure label={words.complained} value={share(complained, delivered)} note={plain(complained)} />
        <Figure label={words.unsubscribed} value={share(unsubscribed, delivered)} note={plain(unsubscribed)} />
      </SimpleGrid>
      {left + failed + unknown + waiting > 0 && (
        <Text size="sm" c="dimmed">
          {[
            ...(waiting > 0 ? [(isSent ? words.delivering : words.waiting)(plain(waiting))] : []),
            ...Object.entries(skipped).map(([reason, count]) =>
              words.skipped(plain(count), (broadcastProofWords.reasons[reason] ?? reason).toLowerCase()),
            ),
            ...(failed > 0 ? [words.failed(plain(failed))] : []),
            ...(unknown > 0 ? [words.unknown(plain(unknown))] : []),
          ].join(' · ')}
        </Text>
      )}
    </>
  );
}

type Hour = Results['by_hour'][number];

function OverTime({ of: { by_hour: hours } }: Of) {
  const clock = useClock();
  const name = ({ hour }: Hour): string => shown(new Date(hour), clock, 'minute');
  return (
    <ChartCard
      title={words.overTime}
      intro={words.overTimeIntro}
      rows={hours}
      idOf={({ hour }) => hour}
      rowTitle={words.hour}
      rowName={name}
      shortName={name}
      kind="lines"
      series={[
        { key: 'delivered', name: words.delivered, value: (row) => row.delivered, color: chartColors.delivered },
        { key: 'opened', name: words.opened, value: (row) => row.opened, color: chartColors.opened },
        { key: 'clicked', name: words.clicked, value: (row) => row.clicked, color: chartColors.clicked },
      ]}
      file="broadcast-over-time"
      empty={words.nothingYet}
    />
  );
}

type Receiver = Results['by_receiver'][number];
const receiverColumns: readonly Column<Receiver>[] = [
  { title: words.receiver, cell: ({ receiver }) => <b>{words.receivers[receiver]}</b> },
  { title: words.delivered, cell: ({ delivered }) => plain(delivered) },
  { title: words.opened, cell: ({ opened, delivered }) => share(opened.people, delivered) },
  { title: words.clicked, cell: ({ clicked, delivered }) => share(clicked.people, delivered) },
  { title: words.bounced, cell: ({ bounced }) => plain(bounced) },
  { title: words.complained, cell: ({ complained }) => plain(complained) },
];

function ByReceiver({ of: { by_receiver: rows } }: Of) {
  if (rows.length === 0) return null;
  return (
    <Panel title={words.byReceiver}>
      <Rows label={words.byReceiver} columns={receiverColumns} rows={rows} idOf={({ receiver }) => receiver} />
    </Panel>
  );
}

function ByLink({ of: { by_link: rows } }: Of) {
  return (
    <ChartCard
      title={words.byLink}
      intro={words.byLinkIntro}
      rows={rows}
      idOf={({ url }) => url}
      rowTitle={words.link}
      rowName={({ url }) => url}
      shortName={({ url }) => url.replace(/^https?:\/\//, '').slice(0, 24)}
      series={[
        {
          key: 'unique_clicks',
          name: words.uniqueClicks,
          value: (row) => row.unique_clicks,
          color: chartColors.clicked,
        },
      ]}
      columns={[
        { key: 'clicks', name: words.clicks, value: (row) => row.clicks },
        { key: 'unique_clicks', name: words.uniqueClicks, value: (row) => row.unique_clicks },
      ]}
      file="broadcast-links"
      empty={words.noClicks}
    />
  );
}
