import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { messages } from '../messages';
import { momentOf, type Precision, shown, useClock } from './clock';

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en');
const relativeDays = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const everyMs = 30_000;

/** How far a moment is from `now`: "3 minutes ago", "in 2 days". Less than a minute either way is "just now". */
function distance(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000);
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  if (unit === undefined) return messages.time.now;
  const [name, length] = unit;
  return (name === 'day' ? relativeDays : relative).format(Math.trunc(seconds / length), name);
}

/** A moment as people say it; the exact one when it is pointed at. */
export function When({ at }: { readonly at: string }) {
  const clock = useClock();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, []);
  const moment = momentOf(at);
  if (Number.isNaN(moment.getTime())) return <span>{at}</span>;
  return (
    <Text
      component="time"
      inherit
      dateTime={moment.toISOString()}
      title={shown(moment, clock)}
      style={{ whiteSpace: 'nowrap' }}
    >
      {distance(moment, now)}
    </Text>
  );
}

/** The moment itself, in the zone and the notation that this browser was given. */
export function Moment({ at, precision = 'second' }: { readonly at: string; readonly precision?: Precision }) {
  const clock = useClock();
  const moment = momentOf(at);
  if (Number.isNaN(moment.getTime())) return <span>{at}</span>;
  return (
    <Text component="time" inherit dateTime={moment.toISOString()} title={clock.zone}>
      {shown(moment, clock, precision)}
    </Text>
  );
}
