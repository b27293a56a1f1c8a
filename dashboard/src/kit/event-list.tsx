import '@mantine/core/styles/ThemeIcon.css';
import { Anchor, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircle, IconHelp, IconMinus, IconSend, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { eventWords as words } from '../messages/events';
import { Moment } from '../ui/time';
import classes from './event-list.module.css';

/** `sent`: something left this server; `plain`: a fact of no consequence. */
export type EventTone = 'good' | 'bad' | 'warn' | 'unclear' | 'sent' | 'calm' | 'plain';

const looks = {
  good: { color: 'green', Icon: IconCheck },
  bad: { color: 'red', Icon: IconX },
  warn: { color: 'yellow', Icon: IconAlertTriangle },
  unclear: { color: 'yellow', Icon: IconHelp },
  sent: { color: 'post', Icon: IconSend },
  calm: { color: 'gray', Icon: IconMinus },
  plain: { color: 'gray', Icon: IconCircle },
} as const;

export interface ListedEvent {
  readonly id: string;
  readonly tone: EventTone;
  readonly at: string;
  readonly title: ReactNode;
  /** Small, below the title. */
  readonly details?: ReactNode;
  /** Folded away: the events that this one sums up. */
  readonly parts?: readonly { readonly id: string; readonly body: ReactNode }[];
}

/** What happened, one below the other, each with a shape, a color and its time. */
export function EventList({ label, events }: { readonly label?: string; readonly events: readonly ListedEvent[] }) {
  return (
    <ol className={classes['list']} aria-label={label}>
      {events.map((event) => (
        <li key={event.id} className={classes['event']}>
          <EventIcon tone={event.tone} />
          <div className={classes['text']}>
            <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
              {event.title}
            </Text>
            {event.details}
            {event.parts !== undefined && <Parts of={event.parts} />}
          </div>
          <Text size="xs" c="dimmed" className={classes['time'] ?? ''}>
            <Moment at={event.at} />
          </Text>
        </li>
      ))}
    </ol>
  );
}

function EventIcon({ tone }: { readonly tone: EventTone }) {
  const { color, Icon } = looks[tone];
  return (
    <ThemeIcon variant="light" color={color} size={24} radius="xl">
      <Icon size={14} aria-hidden />
    </ThemeIcon>
  );
}

/** An event as the cell of a table: the same shape before the same text. */
export function EventCell({ tone, children }: { readonly tone: EventTone; readonly children: ReactNode }) {
  return (
    <div className={classes['named']}>
      <EventIcon tone={tone} />
      <Text size="sm" component="div" pt={2} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  );
}

function Parts({ of: parts }: { readonly of: NonNullable<ListedEvent['parts']> }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return parts.map(({ id, body }) => <div key={id}>{body}</div>);
  return (
    <Anchor component="button" type="button" size="xs" onClick={() => setOpen(true)}>
      {words.all(parts.length)}
    </Anchor>
  );
}
