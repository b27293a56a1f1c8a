import { Button } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { messages } from '../../messages';
import { emails as words } from '../../messages/emails';
import { shown, useClock } from '../../ui/clock';
import { LazyDropdown } from '../../ui/lazy-dropdown';
import type { DateFilterProps } from './date-range';

/** Reading typed times in a zone needs a library, which is loaded by who types one. */
const load = () => import('./date-range');

export function DateFilter({ since, until, onChange }: DateFilterProps) {
  const clock = useClock();
  const named = (at: string): string => (at === '' ? '' : shown(new Date(at), clock, 'minute'));
  const label =
    since === '' && until === '' ? messages.filters.any(words.date) : words.dateOf(named(since), named(until));
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
