import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { email as words } from '../../messages/email';
import { Panel } from '../../ui/panel';
import { type Column, Rows } from '../../ui/rows';
import { When } from '../../ui/time';
import type { Overview, Recipient } from './documents';
import { Due } from './due';
import { EmailState } from './email-state';
import { spoken } from './reply';
import { wordOf, worstFirst } from './states';
import { type Tries, triesOf } from './tries';

/** Fewer are simply shown. */
const many = 8;

type Row = Recipient & Tries & { readonly place: number };

/** What became of each; of many, how many came to what, and the list of those that are asked for. */
export function Recipients({ overview }: { readonly overview: Overview }) {
  const tries = triesOf(overview);
  const rows = overview.recipients.map(
    (recipient, place): Row => ({ ...recipient, place, ...(tries[place] ?? { count: 0, nextAt: null }) }),
  );
  return (
    <Panel title={rows.length === 1 ? words.recipient : words.recipientsOf(rows.length)}>
      {rows.length > many ? <Counted rows={rows} /> : <List rows={rows} />}
    </Panel>
  );
}

function Counted({ rows }: { readonly rows: readonly Row[] }) {
  const [state, setState] = useState<string | null>(null);
  const [wanted, setWanted] = useState('');
  const places: readonly string[] = worstFirst;
  const place = (name: string): number => (places.includes(name) ? places.indexOf(name) : places.length);
  const states = [...new Set(rows.map(({ status }) => status))].sort((a, b) => place(a) - place(b));
  const found = rows.filter(
    ({ status, address }) =>
      (state === null || status === state) && address.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  const isAsked = state !== null || wanted.trim() !== '';
  return (
    <Stack gap="sm">
      <Group gap="xs" role="group" aria-label={words.state}>
        {states.map((each) => {
          const count = rows.filter(({ status }) => status === each).length;
          return (
            <Button
              key={each}
              size="xs"
              variant={state === each ? 'light' : 'default'}
              aria-pressed={state === each}
              onClick={() => setState(state === each ? null : each)}
            >
              {words.counts(count, wordOf(each))}
            </Button>
          );
        })}
        <TextInput
          type="search"
          size="xs"
          aria-label={words.find}
          placeholder={words.find}
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          style={{ flex: '1 1 12rem' }}
        />
      </Group>
      {isAsked &&
        (found.length === 0 ? (
          <Text size="sm" c="dimmed">
            {words.noneFound}
          </Text>
        ) : (
          <List rows={found} />
        ))}
    </Stack>
  );
}

const columns: readonly Column<Row>[] = [
  {
    title: words.address,
    cell: ({ address, role }) => (
      <Text size="sm" component="div" miw={{ sm: 200 }} style={{ overflowWrap: 'anywhere' }}>
        {address}
        {role !== 'to' && (
          <Text size="xs" c="dimmed" component="span">
            {` ${words.role[role]}`}
          </Text>
        )}
      </Text>
    ),
  },
  {
    title: words.state,
    cell: ({ status, nextAt }) => (
      <Group gap={6}>
        <EmailState of={status} />
        {nextAt !== null && (
          <Text size="xs" c="dimmed" component="span">
            {`${words.due.next} `}
            <Due at={nextAt} />
          </Text>
        )}
      </Group>
    ),
  },
  { title: words.answer, cell: (row) => <LastAnswer row={row} /> },
  {
    title: words.changed,
    cell: ({ at }) => (
      <Text size="sm" c="dimmed" component="span">
        <When at={at} />
      </Text>
    ),
  },
];

function List({ rows }: { readonly rows: readonly Row[] }) {
  return <Rows label={words.recipients} columns={columns} rows={rows} idOf={({ place }) => String(place)} />;
}

function LastAnswer({ row: { status, address, reply, count, reason } }: { readonly row: Row }) {
  // The room of suppressions is another one: its address is known, and not its type.
  const list: string = '/suppressions';
  const left = reason === undefined ? undefined : words.left[reason];
  if (left !== undefined) return <Text size="sm">{left}</Text>;
  if (status === 'suppressed') {
    return (
      <Anchor component={Link} to={list} search={{ address } as never} size="sm">
        {words.onTheList}
      </Anchor>
    );
  }
  if (reply === null && count < 2) return null;
  return (
    <Text size="xs" component="div" ff="monospace" ta="start" style={{ overflowWrap: 'anywhere' }}>
      {reply !== null && spoken(reply)}
      {count > 1 && (
        <Text size="xs" c="dimmed" component="span" ff="text">
          {` · ${words.tries(count)}`}
        </Text>
      )}
    </Text>
  );
}
