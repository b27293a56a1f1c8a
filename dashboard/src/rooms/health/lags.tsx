import { Text } from '@mantine/core';
import { healthWords as words, purposes } from '../../messages/health';
import { type Column, Rows } from '../../ui/rows';
import { Status } from '../../ui/status';
import { When } from '../../ui/time';
import { Fold } from './fold';
import type { Health } from './queries';

interface Lag {
  readonly name: string;
  readonly kind: string;
  readonly word: string;
  readonly isBehind: boolean;
  readonly since: string | null;
  readonly savedAt: string | null;
}

/** A moment's lag is no lag: something is always on its way. */
const toleratedMs = 60_000;

/** Those that are behind; the others are one line. */
export function Lags({ health }: { readonly health: Health }) {
  const all = lagsOf(health);
  const behind = all.filter(({ isBehind }) => isBehind);
  const current = all.filter(({ isBehind }) => !isBehind);
  const { length: count } = current;
  return (
    <>
      {behind.length > 0 && <Table lags={behind} />}
      {count > 0 && (
        <Fold says={behind.length === 0 ? words.allCurrent(count) : words.othersCurrent(count)}>
          <Table lags={current} />
        </Fold>
      )}
    </>
  );
}

function Table({ lags }: { readonly lags: readonly Lag[] }) {
  return <Rows label={words.lags} columns={columns} rows={lags} idOf={({ kind, name }) => `${kind} ${name}`} />;
}

const columns: readonly Column<Lag>[] = [
  {
    title: words.name,
    cell: ({ name }) => (
      <div>
        <Text size="sm">{purposes[name] ?? name}</Text>
        {/* What commands and log lines call it. */}
        {name in purposes && (
          <Text size="xs" c="dimmed">
            {name}
          </Text>
        )}
      </div>
    ),
  },
  { title: words.kind, cell: ({ kind }) => kind },
  {
    title: words.state,
    cell: ({ word, isBehind, since }) => (
      <span>
        <Status tone={isBehind ? 'warn' : 'good'} word={word} />
        {isBehind && since !== null && (
          <Text span size="xs" c="dimmed" ml={6}>
            {words.behindSince} <When at={since} />
          </Text>
        )}
      </span>
    ),
  },
  { title: words.saved, cell: ({ savedAt }) => (savedAt === null ? null : <When at={savedAt} />) },
];

function lagsOf({ looked_at: lookedAt, projections, process_managers: managers }: Health): readonly Lag[] {
  const isOld = (since: string | null): boolean =>
    since !== null && Date.parse(lookedAt) - Date.parse(since) > toleratedMs;
  return [
    ...projections.map(({ name, behind_events: events, behind_since: since }) => ({
      name: name.replace(/@\d+$/, ''),
      kind: words.projection,
      word: isOld(since) ? words.behind(events.toLocaleString()) : words.current,
      isBehind: isOld(since),
      since,
      savedAt: null,
    })),
    ...managers.map(({ name, saved_at: savedAt }) => ({
      name,
      kind: words.manager,
      word: words.current,
      isBehind: false,
      since: null,
      savedAt,
    })),
  ];
}
