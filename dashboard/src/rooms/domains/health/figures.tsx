import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { sendingHealth as words } from '../../../messages/sending-health';
import { Panel } from '../../../ui/panel';
import { RoomLink } from '../../../ui/room-link';
import { type Column, Rows } from '../../../ui/rows';
import { When } from '../../../ui/time';
import type { SendingHealth } from '../documents';
import { durationOf, percentOf } from './amounts';

type Window = SendingHealth['windows'][number];
type Figures = Window['groups'][number];
type Counts = Pick<Figures, 'delivered' | 'deferred' | 'bounced' | 'complained'>;

interface WindowsProps {
  /** The latest first. */
  readonly windows: readonly Window[];
}

interface GroupRow {
  readonly group: Figures['group'];
  readonly now: Figures | undefined;
  readonly before: Counts;
  /** One for each window, in their order. */
  readonly weeks: readonly (Figures | undefined)[];
}

const settled = ({ delivered, bounced }: Counts): number => delivered + bounced;
const nothing: Counts = { delivered: 0, deferred: 0, bounced: 0, complained: 0 };

function rowsOf(windows: readonly Window[]): readonly GroupRow[] {
  const names = Object.keys(words.groups) as Figures['group'][];
  return names.flatMap((group) => {
    const weeks = windows.map(({ groups }) => groups.find((each) => each.group === group));
    if (weeks.every((week) => week === undefined)) return [];
    const [now, ...earlier] = weeks;
    return [{ group, now, before: earlier.reduce<Counts>((sum, week) => plus(sum, week ?? nothing), nothing), weeks }];
  });
}

const plus = (one: Counts, other: Counts): Counts => ({
  delivered: one.delivered + other.delivered,
  deferred: one.deferred + other.deferred,
  bounced: one.bounced + other.bounced,
  complained: one.complained + other.complained,
});

/** A figure, and below it the same of the weeks before. */
function Beside({ now, before }: { readonly now: ReactNode; readonly before: string }) {
  return (
    <div>
      {now}
      <Text size="xs" c="dimmed">
        {before}
      </Text>
    </div>
  );
}

const shareColumn = (title: string, shareOf: (counts: Counts) => string): Column<GroupRow> => ({
  title,
  cell: ({ now, before }) => <Beside now={shareOf(now ?? nothing)} before={shareOf(before)} />,
});

const timeOf = (figures: Figures | undefined): string => {
  const { p50_ms: half = null, p95_ms: most = null } = figures ?? {};
  return half === null || most === null ? words.none : words.times(durationOf(half), durationOf(most));
};

const latestColumns: readonly Column<GroupRow>[] = [
  { title: words.receiver, cell: ({ group }) => <b>{words.groups[group]}</b> },
  shareColumn(words.delivered, (counts) =>
    settled(counts) === 0
      ? words.none
      : `${percentOf(counts.delivered, settled(counts))} (${counts.delivered.toLocaleString()})`,
  ),
  shareColumn(words.deferred, (counts) => percentOf(counts.deferred, settled(counts))),
  shareColumn(words.bounced, (counts) => percentOf(counts.bounced, settled(counts))),
  shareColumn(words.complained, (counts) => percentOf(counts.complained, counts.delivered)),
  {
    title: words.tls,
    cell: ({ now }) =>
      now === undefined ? (
        words.none
      ) : (
        <Beside
          now={percentOf(now.verified, now.delivered)}
          before={words.encrypted(percentOf(now.encrypted, now.delivered))}
        />
      ),
  },
  // Times of several weeks are no sum: below it is the week before.
  { title: words.time, cell: ({ now, weeks }) => <Beside now={timeOf(now)} before={timeOf(weeks[1])} /> },
];

export function FiguresPanel({ windows }: WindowsProps) {
  return (
    <Panel title={words.latest} intro={words.latestIntro}>
      <Rows label={words.latest} columns={latestColumns} rows={rowsOf(windows)} idOf={({ group }) => group} />
    </Panel>
  );
}

interface UnverifiedProps {
  readonly emails: SendingHealth['unverified'];
}

const unverifiedColumns: readonly Column<SendingHealth['unverified'][number]>[] = [
  {
    title: words.email,
    cell: ({ email_id: id }) => (
      <RoomLink to={`/emails/${id}`} label={words.openEmail(id)}>
        <code>{id}</code>
      </RoomLink>
    ),
  },
  { title: words.accepted, cell: ({ at }) => <When at={at} /> },
  { title: words.connection, cell: ({ protection }) => words.protections[protection] },
];

export function UnverifiedPanel({ emails }: UnverifiedProps) {
  return (
    <Panel title={words.unverified} intro={words.unverifiedIntro}>
      <Rows label={words.unverified} columns={unverifiedColumns} rows={emails} idOf={({ email_id: id }) => id} />
    </Panel>
  );
}

export function WeeksPanel({ windows }: WindowsProps) {
  const columns: readonly Column<GroupRow>[] = [
    { title: words.receiver, cell: ({ group }) => <b>{words.groups[group]}</b> },
    ...windows.map(({ from }, index) => ({
      title: words.week(new Date(from).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })),
      cell: ({ weeks }: GroupRow) => <Week of={weeks[index]} />,
    })),
  ];
  return (
    <Panel title={words.weeks} intro={words.weeksIntro}>
      <Rows label={words.weeks} columns={columns} rows={rowsOf(windows)} idOf={({ group }) => group} />
    </Panel>
  );
}

function Week({ of: figures }: { readonly of: Figures | undefined }) {
  if (figures === undefined || settled(figures) === 0) return words.none;
  const most = figures.p95_ms;
  return (
    <Beside
      now={percentOf(figures.delivered, settled(figures))}
      before={most === null ? words.none : words.within(durationOf(most))}
    />
  );
}
