import { Anchor, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { email as words } from '../../messages/email';
import { Fold } from '../../kit/fold';
import { emailTabs } from '../../messages/email-tabs';
import { ProblemNotice } from '../../ui/problem-notice';
import { type Column, Rows } from '../../ui/rows';
import { Moment } from '../../ui/time';
import type { History, HistoryEntry, Overview } from './documents';
import { EmailState } from './email-state';
import { historyQuery } from './queries';

const { why } = emailTabs;

interface StateThenProps {
  readonly overview: Overview;
  readonly entries: readonly HistoryEntry[];
  /** The present when undefined. */
  readonly at: string | undefined;
  readonly onChoose: (at: string | undefined) => void;
}

/** The state after any of its events, folded away: a slider over their times, and the state at the chosen one. */
export function StateThen({ overview, entries, at, onChoose }: StateThenProps) {
  const query = useQuery({
    ...historyQuery(overview.id, at, overview.timeline.length),
    placeholderData: keepPreviousData,
  });
  const stops = stopsOf(entries, at);
  const last = stops.length - 1;
  const place = at === undefined ? last : stops.indexOf(at);
  const said =
    at === undefined ? why.now : why.place(entries.filter(({ created_at: time }) => time <= at).length, entries.length);
  return (
    <Fold title={why.stateTitle} isOpen={at !== undefined}>
      <Group gap="sm" wrap="nowrap">
        <input
          type="range"
          aria-label={why.slider}
          aria-valuetext={said}
          min={0}
          max={Math.max(last, 0)}
          step={1}
          value={place}
          disabled={last < 1}
          // The last stop is the present, which goes on.
          onChange={({ currentTarget }) =>
            onChoose(currentTarget.valueAsNumber === last ? undefined : stops[currentTarget.valueAsNumber])
          }
          style={{ flex: 1, minWidth: 0, accentColor: 'var(--mantine-primary-color-filled)' }}
        />
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {said}
        </Text>
      </Group>
      {stops[0] !== undefined && last > 0 && (
        <Group justify="space-between" fz="xs" c="dimmed">
          <Moment at={stops[0]} />
          <span>{why.now}</span>
        </Group>
      )}
      {at !== undefined && (
        <Group gap="md">
          <Text size="sm" fw={600}>
            <Moment at={at} />
          </Text>
          <Anchor component="button" type="button" size="sm" onClick={() => onChoose(undefined)}>
            {why.backToNow}
          </Anchor>
        </Group>
      )}
      {query.isError && <ProblemNotice error={query.error} />}
      {query.data !== undefined && <State of={query.data} />}
    </Fold>
  );
}

type RecipientThen = NonNullable<History['state']>['recipients'][number] & { readonly place: number };

const columns: readonly Column<RecipientThen>[] = [
  {
    title: words.address,
    cell: ({ address }) => (
      <Text size="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
        {address}
      </Text>
    ),
  },
  { title: words.state, cell: ({ status }) => <EmailState of={status} /> },
  { title: words.changed, cell: ({ at }) => <Moment at={at} /> },
];

function State({ of: { state } }: { readonly of: History }) {
  if (state === null) return <Text size="sm">{why.notThere}</Text>;
  return (
    <Stack gap="xs" aria-live="polite">
      <Group gap="xs">
        <EmailState of={state.last_event} />
        {state.scheduled_at !== null && (
          <Text size="sm" c="dimmed">
            {`${words.scheduled} `}
            <Moment at={state.scheduled_at} />
          </Text>
        )}
      </Group>
      <Rows
        label={why.stateTitle}
        columns={columns}
        rows={state.recipients.map((recipient, place) => ({ ...recipient, place }))}
        idOf={({ place }) => String(place)}
      />
    </Stack>
  );
}

/** The distinct times of the events in their order, and `at` in its place where it is none of them. */
function stopsOf(entries: readonly HistoryEntry[], at: string | undefined): readonly string[] {
  const times = new Set(entries.map(({ created_at: time }) => time));
  if (at !== undefined) times.add(at);
  return [...times].sort();
}
