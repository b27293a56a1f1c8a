import { Button, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { messages } from '../../messages';
import { emails as words } from '../../messages/emails';
import { shown, useClock } from '../../ui/clock';
import { Outline } from '../../ui/loaded';
import type { DateFilterProps } from './date-range';

/** Reading typed times in a zone needs a library, which is loaded by who types one. */
const DateRange = lazy(() => import('./date-range'));

export function DateFilter({ since, until, onChange }: DateFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const clock = useClock();
  const named = (at: string): string => (at === '' ? '' : shown(new Date(at), clock, 'minute'));
  const label =
    since === '' && until === '' ? messages.filters.any(words.date) : words.dateOf(named(since), named(until));
  const change = (from: string, to: string): void => {
    setOpen(false);
    onChange(from, to);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withinPortal position="bottom-start" width={280}>
      <Popover.Target>
        <Button
          variant="default"
          fw={400}
          leftSection={<IconCalendar size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.date}>
        <Suspense fallback={<Outline lines={2} />}>
          <DateRange since={since} until={until} onChange={change} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
