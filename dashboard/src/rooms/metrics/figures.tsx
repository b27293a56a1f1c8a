import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { metricsWords as words } from '../../messages/metrics';
import { Figure } from '../../ui/figure';
import { RoomLink } from '../../ui/room-link';
import type { Figures as Sums } from './queries';
import { compared, counted, type Delta, delayedRate, rateDelta, rated } from './words';

interface FiguresProps {
  readonly totals: Sums;
  /** Figures of as long a time right before. */
  readonly before: Sums;
  readonly linkTo: (figure: string) => `/${string}`;
}

/** What a page of metrics is opened for: each rate with its count, and whether that is better or worse than before. */
export function Figures({ totals, before, linkTo }: FiguresProps) {
  const rate = (label: string, key: 'delivered' | 'bounced' | 'complained', name: RateName, goodUp: boolean) => (
    <Figure
      label={label}
      value={rated(totals[name])}
      note={
        <Note to={linkTo(key)} label={label} count={totals[key]}>
          {before.sent > 0 && <Change delta={rateDelta(totals[name], before[name], goodUp)} />}
        </Note>
      }
    />
  );
  return (
    <Group gap="sm" align="stretch">
      <Figure label={words.sent} value={counted(totals.sent)} note={compared(totals.sent, before.sent)} />
      {rate(words.delivered, 'delivered', 'delivery_rate', true)}
      {rate(words.bounced, 'bounced', 'bounce_rate', false)}
      {rate(words.complained, 'complained', 'complaint_rate', false)}
      <Figure
        label={words.delayedRate}
        value={rated(delayedRate(totals))}
        note={
          <Note to={linkTo('delivery_delayed')} label={words.delayed} count={totals.delivery_delayed}>
            {before.sent > 0 && <Change delta={rateDelta(delayedRate(totals), delayedRate(before), false)} />}
          </Note>
        }
      />
      {totals.opens_tracked > 0 && (
        <Tracked
          label={words.openRate}
          rates={[totals.tracked_open_rate, before.tracked_open_rate]}
          of={[totals.unique_opened, totals.opens_tracked, before.opens_tracked]}
        />
      )}
      {totals.clicks_tracked > 0 && (
        <Tracked
          label={words.clickRate}
          rates={[totals.tracked_click_rate, before.tracked_click_rate]}
          of={[totals.unique_clicked, totals.clicks_tracked, before.clicks_tracked]}
        />
      )}
      <Figure
        label={words.unsubscribed}
        value={rated(totals.unsubscribe_rate)}
        note={
          <Group component="span" gap={6} display="inline-flex">
            {counted(totals.unsubscribed)}
            {before.sent > 0 && <Change delta={rateDelta(totals.unsubscribe_rate, before.unsubscribe_rate, false)} />}
          </Group>
        }
      />
    </Group>
  );
}

interface TrackedProps {
  readonly label: string;
  /** Now, and of the time before. */
  readonly rates: readonly [now: number, before: number];
  readonly of: readonly [part: number, whole: number, wholeBefore: number];
}

/** A rate of what was tracked and delivered. */
function Tracked({ label, rates: [now, before], of: [part, whole, wholeBefore] }: TrackedProps) {
  return (
    <Figure
      label={label}
      value={rated(now)}
      note={
        <Group component="span" gap={6} display="inline-flex">
          {words.ofTracked(counted(part), counted(whole))}
          {wholeBefore > 0 && <Change delta={rateDelta(now, before, true)} />}
        </Group>
      }
    />
  );
}

type RateName = 'delivery_rate' | 'bounce_rate' | 'complaint_rate';

interface NoteProps {
  readonly to: `/${string}`;
  readonly label: string;
  readonly count: number;
  readonly children: ReactNode;
}

function Note({ to, label, count, children }: NoteProps) {
  return (
    <Group component="span" gap={6} display="inline-flex">
      {count === 0 ? (
        counted(count)
      ) : (
        <RoomLink to={to} label={words.viewEmails(`${label}, ${counted(count)}`)}>
          {counted(count)}
        </RoomLink>
      )}
      {children}
    </Group>
  );
}

/** Signed, and colored by whether it is good. */
function Change({ delta: { text, isGood } }: { readonly delta: Delta }) {
  if (isGood === null) return <span>{text}</span>;
  return (
    <Text
      span
      inherit
      fw={600}
      c={isGood ? 'var(--page-success)' : 'var(--mantine-color-error)'}
      title={words.vsBefore}
    >
      {text}
    </Text>
  );
}
