import { Anchor, Text, ThemeIcon } from '@mantine/core';
import '@mantine/core/styles/ThemeIcon.css';
import { IconAlertTriangle, IconCheck, IconCircle, IconHelp, IconMinus, IconSend, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { email as words } from '../../messages/email';
import { Panel } from '../../ui/panel';
import { Moment } from '../../ui/time';
import type { Overview, TimelineEntry } from './documents';
import { NextTry } from './due';
import { isUnderWay } from './queries';
import { type Group, grouped, sentenceOf } from './sentences';
import classes from './timeline.module.css';
import { triesOf } from './tries';
import { type ActorName, useActorName } from './use-actor-name';

const { happened } = words;

const looks: Readonly<Record<string, { readonly color: string; readonly Icon: typeof IconCheck }>> = {
  DeliveryAttemptStarted: { color: 'indigo', Icon: IconSend },
  EmailRetried: { color: 'indigo', Icon: IconSend },
  DeliveryAttemptAbandoned: { color: 'yellow', Icon: IconAlertTriangle },
  DeliveryOutcomeUnknown: { color: 'yellow', Icon: IconHelp },
  DeliveryDeferred: { color: 'yellow', Icon: IconAlertTriangle },
  EmailDelivered: { color: 'green', Icon: IconCheck },
  EmailBounced: { color: 'red', Icon: IconX },
  EmailFailed: { color: 'red', Icon: IconX },
  EmailSuppressed: { color: 'red', Icon: IconX },
  EmailComplained: { color: 'red', Icon: IconX },
  EmailCanceled: { color: 'gray', Icon: IconMinus },
};
const plainLook = { color: 'gray', Icon: IconCircle };

/** What happened, oldest first, as one would tell it on the telephone. */
export function Timeline({ overview }: { readonly overview: Overview }) {
  const nameOf = useActorName();
  return (
    <Panel title={words.tabs.timeline}>
      <ol className={classes['list']}>
        {grouped(overview.timeline).map((group) => (
          <Entry key={group.id} group={group} overview={overview} nameOf={nameOf} />
        ))}
      </ol>
      {isUnderWay(overview) && (
        <Text size="xs" c="dimmed">
          {happened.waiting}
        </Text>
      )}
    </Panel>
  );
}

interface EntryProps {
  readonly group: Group;
  readonly overview: Overview;
  readonly nameOf: ActorName;
}

function Entry({ group: { entries, title }, overview, nameOf }: EntryProps) {
  const [isOpen, setOpen] = useState(false);
  const [first] = entries;
  const { color, Icon } = looks[first.type] ?? plainLook;
  return (
    <li className={classes['entry']}>
      <ThemeIcon variant="light" color={color} size={24} radius="xl" className={classes['icon'] ?? ''}>
        <Icon size={14} aria-hidden />
      </ThemeIcon>
      <div className={classes['text']}>
        {title === null ? (
          <Told entry={first} overview={overview} nameOf={nameOf} />
        ) : (
          <>
            <Text size="sm" fw={600}>
              {title}
            </Text>
            {isOpen ? (
              entries.map((entry) => <Told key={entry.id} entry={entry} overview={overview} nameOf={nameOf} />)
            ) : (
              <Anchor component="button" type="button" size="xs" onClick={() => setOpen(true)}>
                {happened.each(entries.length)}
              </Anchor>
            )}
          </>
        )}
      </div>
      <Text size="xs" c="dimmed" className={classes['time'] ?? ''}>
        <Moment at={first.created_at} />
      </Text>
    </li>
  );
}

function Told({ entry, overview, nameOf }: Omit<EntryProps, 'group'> & { readonly entry: TimelineEntry }) {
  const whom = whomOf(entry, overview);
  return (
    <div>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {sentenceOf(entry, nameOf)}
      </Text>
      {whom !== '' && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {whom}
        </Text>
      )}
      {entry.until !== null && (
        <Text size="xs" c="dimmed">
          <Until entry={entry} at={entry.until} overview={overview} />
        </Text>
      )}
    </div>
  );
}

/** Named only where that says something: a mail with one recipient has no other. */
function whomOf({ recipients: places, type }: TimelineEntry, { recipients }: Overview): string {
  if (recipients.length < 2 || places.length === 0 || type === 'EmailAccepted') return '';
  if (places.length === recipients.length) return happened.all(places.length);
  const names = places.slice(0, 5).map((place) => recipients[place]?.address ?? '');
  return places.length > names.length
    ? `${names.join(', ')} ${words.more(places.length - names.length)}`
    : names.join(', ');
}

function Until({ entry, at, overview }: { entry: TimelineEntry; at: string; overview: Overview }) {
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
