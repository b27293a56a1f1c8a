import { Button } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { messages } from '../messages';
import { kitWords as words } from '../messages/lists';
import { shown, useClock } from '../ui/clock';
import { LazyDropdown } from '../ui/lazy-dropdown';
import type { TimeRangeProps } from './time-range-panel';

/** Reading typed times in a zone needs a library, which is loaded by who types one. */
const load = () => import('./time-range-panel');

/** A range of time, typed or chosen in a popover of the button that says it. */
export function TimeRangePicker({ since, until, onChange }: TimeRangeProps) {
  const clock = useClock();
  const named = (at: string): string => (at === '' ? '' : shown(new Date(at), clock, 'minute'));
  const label =
    since === '' && until === '' ? messages.filters.any(words.time) : words.timeOf(named(since), named(until));
  return (
    <LazyDropdown
      load={load}
      of={{ since, until, onChange }}
      target={(onClick) => (
        <Button
          variant="default"
          fw={400}
          leftSection={<IconCalendar size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={onClick}
        >
          {label}
        </Button>
      )}
    />
  );
}
