import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { momentOf, type Precision, shown, useClock } from './clock';
import { messages } from '../messages';
import { distance } from './distance';

const everyMs = 30_000;

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
      {distance(moment, now, clock.zone) ?? messages.time.now}
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
