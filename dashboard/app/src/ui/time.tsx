import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { messages } from '../messages';

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en');
const relativeDays = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const everyMs = 30_000;

/** How far a moment is from `now`: "3 minutes ago", "in 2 days". Less than a minute either way is "just now". */
export function distance(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000);
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  if (unit === undefined) return messages.time.now;
  const [name, length] = unit;
  return (name === 'day' ? relativeDays : relative).format(Math.trunc(seconds / length), name);
}

/** A moment as people say it; the exact one, in this browser's zone, when it is pointed at. */
export function When({ at }: { readonly at: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, []);
  const moment = new Date(at);
  return (
    <Text component="time" inherit dateTime={at} title={exact.format(moment)} style={{ whiteSpace: 'nowrap' }}>
      {distance(moment, now)}
    </Text>
  );
}
