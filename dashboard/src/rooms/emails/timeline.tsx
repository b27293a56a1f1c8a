import { Text } from '@mantine/core';
import { EventList, type EventTone } from '../../kit/event-list';
import { email as words } from '../../messages/email';
import { Panel } from '../../ui/panel';
import { Moment } from '../../ui/time';
import type { Overview, TimelineEntry } from './documents';
import { NextTry } from './due';
import { isUnderWay } from './queries';
import { grouped, sentenceOf } from './sentences';
import { triesOf } from './tries';
import type { ActorName } from './actor';
import { useActorName } from './use-actor-name';

const { happened } = words;

const tones: Readonly<Record<string, EventTone>> = {
  DeliveryAttemptStarted: 'sent',
  EmailRetried: 'sent',
  DeliveryAttemptAbandoned: 'warn',
  DeliveryOutcomeUnknown: 'unclear',
  DeliveryDeferred: 'warn',
  EmailDelivered: 'good',
  EmailBounced: 'bad',
  EmailFailed: 'bad',
  EmailSuppressed: 'bad',
  EmailComplained: 'bad',
  EmailCanceled: 'calm',
  EmailOpened: 'good',
  EmailClicked: 'good',
};

export const toneOfEvent = (type: string): EventTone => tones[type] ?? 'plain';

/** What happened, oldest first, as one would tell it on the telephone. */
export function Timeline({ overview }: { readonly overview: Overview }) {
  const nameOf = useActorName();
  return (
    <Panel title={words.tabs.timeline}>
      <EventList
        events={grouped(overview.timeline).map(({ id, entries, title }) => {
          const [first] = entries;
          const isByMachine = first.hit !== null && first.hit.judged !== 'person';
          const tone = isByMachine ? 'calm' : toneOfEvent(first.type);
          const shared = { id, tone, at: first.hit?.at ?? first.created_at };
          if (title === null) {
            return {
              ...shared,
              title: sentenceOf(first, nameOf),
              details: <Details entry={first} overview={overview} />,
            };
          }
          return {
            ...shared,
            title: <b>{title}</b>,
            parts: entries.map((entry) => ({
              id: entry.id,
              body: <One entry={entry} overview={overview} nameOf={nameOf} />,
            })),
          };
        })}
      />
      {isUnderWay(overview) && (
        <Text size="xs" c="dimmed">
          {happened.waiting}
        </Text>
      )}
    </Panel>
  );
}

interface EntryProps {
  readonly entry: TimelineEntry;
  readonly overview: Overview;
}

/** One of several that a line sums up, with its own time. */
function One({ entry, overview, nameOf }: EntryProps & { readonly nameOf: ActorName }) {
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Text span size="xs" c="dimmed">
          <Moment at={entry.hit?.at ?? entry.created_at} />
        </Text>{' '}
        {sentenceOf(entry, nameOf)}
      </Text>
      <Details entry={entry} overview={overview} />
    </>
  );
}

function Details({ entry, overview }: EntryProps) {
  const whom = whomOf(entry, overview);
  return (
    <>
      {whom !== '' && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {whom}
        </Text>
      )}
      {entry.hit !== null && <HitDetails hit={entry.hit} />}
      {entry.until !== null && (
        <Text size="xs" c="dimmed">
          <Until entry={entry} at={entry.until} overview={overview} />
        </Text>
      )}
    </>
  );
}

/** Why it was judged so, and who came. */
function HitDetails({ hit }: { readonly hit: NonNullable<TimelineEntry['hit']> }) {
  const visitor = [hit.ip_address, hit.user_agent].filter((text) => text !== null && text !== '').join(' · ');
  return (
    <>
      <Text size="xs" c="dimmed">
        {words.signs[hit.sign] ?? hit.sign.replaceAll('_', ' ')}
      </Text>
      {visitor !== '' && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {visitor}
        </Text>
      )}
    </>
  );
}

/** Named only where that says something: an email with one recipient has no other. */
function whomOf({ recipients: places, type }: TimelineEntry, { recipients }: Overview): string {
  if (recipients.length < 2 || places.length === 0 || type === 'EmailAccepted') return '';
  if (places.length === recipients.length) return happened.all(places.length);
  const names = places.slice(0, 5).map((place) => recipients[place]?.address ?? '');
  return places.length > names.length
    ? `${names.join(', ')} ${words.more(places.length - names.length)}`
    : names.join(', ');
}

function Until({ entry, at, overview }: EntryProps & { readonly at: string }) {
  switch (entry.type) {
    case 'DeliveryDeferred':
    case 'DeliveryOutcomeUnknown': {
      const tries = triesOf(overview);
      return <NextTry at={at} isAwaited={entry.recipients.some((place) => tries[place]?.nextAt === at)} />;
    }
    case 'EmailShared':
      return (
        <>
          {`${happened.sharedUntil} `}
          <Moment at={at} />
        </>
      );
    default:
      return (
        <>
          {`${happened.acceptedUntil} `}
          <Moment at={at} />
        </>
      );
  }
}
