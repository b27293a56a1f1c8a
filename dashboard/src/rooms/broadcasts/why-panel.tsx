import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Answer } from '../../api/operations';
import { read } from '../../api/reading';
import { Callout } from '../../kit/callout';
import { broadcastProofWords as words } from '../../messages/broadcast-proof';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { RoomLink } from '../../ui/room-link';
import { type Column, Rows } from '../../ui/rows';
import { Moment } from '../../ui/time';

type Why = Answer<'GET /dashboard-api/broadcasts/{id}/why'>;

/** Why a person got the broadcast, or did not: each step with the event that shows it. */
export function WhyPanel({ id }: { readonly id: string }) {
  const [typed, setTyped] = useState('');
  const [address, setAddress] = useState<string | null>(null);
  const query = useQuery({
    ...read('GET /dashboard-api/broadcasts/{id}/why', { path: { id }, query: { address: address ?? '' } }),
    enabled: address !== null,
    retry: false,
  });
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() !== '') setAddress(typed.trim());
  };
  return (
    <Panel title={words.why} intro={words.whyIntro}>
      <form onSubmit={ask}>
        <Group gap="sm" align="flex-end">
          <TextInput
            type="email"
            label={words.address}
            placeholder="ann@example.com"
            autoComplete="off"
            style={{ flex: '1 1 220px', maxWidth: 420 }}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={query.isFetching}>
            {words.ask}
          </Button>
        </Group>
      </form>
      {address !== null && <Loaded query={query}>{(why) => <Answered why={why} />}</Loaded>}
    </Panel>
  );
}

const tones = {
  sent: 'good',
  waiting: 'calm',
  retired: 'calm',
  'not-in-audience': 'calm',
  skipped: 'warn',
  unknown: 'warn',
  failed: 'bad',
  missing: 'bad',
} as const;

const columns: readonly Column<Why['steps'][number]>[] = [
  { title: words.at, cell: ({ at }) => <Moment at={at} /> },
  { title: words.said, cell: ({ said }) => said },
  {
    title: words.event,
    cell: ({ event_id: eventId }) => (
      <Text size="xs" ff="monospace" c="dimmed">
        {eventId}
      </Text>
    ),
  },
];

function Answered({ why: { outcome, reason, contact_id: contact, email_id: email, steps } }: { readonly why: Why }) {
  const because = reason === null ? '' : `: ${words.reasons[reason] ?? reason}`;
  return (
    <>
      <Callout
        tone={tones[outcome]}
        title={`${words.outcomes[outcome]}${because}`}
        actions={
          contact !== null || email !== null ? (
            <>
              {email !== null && (
                <RoomLink isButton to={`/emails/${email}`}>
                  {words.openEmail}
                </RoomLink>
              )}
              {contact !== null && (
                <RoomLink isButton to={`/contacts/${contact}`}>
                  {words.openContact}
                </RoomLink>
              )}
            </>
          ) : undefined
        }
      />
      {steps.length > 0 && <Rows label={words.steps} columns={columns} rows={steps} idOf={(step) => step.event_id} />}
    </>
  );
}
