import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/SimpleGrid.css';
import { Button, Group, Popover, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { cloneElement, useState } from 'react';
import { kitWords as words } from '../messages/lists';
import { useClock } from '../ui/clock';
import type { OpenDropdownProps } from '../ui/lazy-dropdown';
import { instantIn, localIn } from '../ui/zoned-time';

export interface TimeRangeProps {
  /** ISO 8601; empty: from the beginning, or to now. */
  readonly since: string;
  readonly until: string;
  readonly onChange: (since: string, until: string) => void;
}

/** Around the button of the filter. */
export default function TimeRangePanel({ target, since, until, onChange }: TimeRangeProps & OpenDropdownProps) {
  const [isOpen, setOpen] = useState(true);
  const change = (from: string, to: string): void => {
    setOpen(false);
    onChange(from, to);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withinPortal position="bottom-start" width={280}>
      <Popover.Target>{cloneElement(target, { onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown aria-label={words.time}>
        <DateRange since={since} until={until} onChange={change} />
      </Popover.Dropdown>
    </Popover>
  );
}

const hourMs = 3_600_000;
const presetsMs = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const;
const presets = ['hour', 'day', 'week', 'month'] as const;

/** The times that are asked for most, or two that are typed in the zone that the page shows. */
function DateRange({ since, until, onChange }: TimeRangeProps) {
  const { zone } = useClock();
  const [from, setFrom] = useState(since === '' ? '' : localIn(zone, since));
  const [to, setTo] = useState(until === '' ? '' : localIn(zone, until));
  const instantOf = (local: string): string => (local === '' ? '' : (instantIn(zone, local) ?? ''));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChange(instantOf(from), instantOf(to));
      }}
    >
      <Stack gap="sm">
        <SimpleGrid cols={2} spacing={6} verticalSpacing={6}>
          {presets.map((preset) => (
            <Button
              key={preset}
              size="compact-sm"
              variant="default"
              onClick={() => onChange(new Date(Date.now() - presetsMs[preset]).toISOString(), '')}
            >
              {words.presets[preset]}
            </Button>
          ))}
        </SimpleGrid>
        <TextInput
          type="datetime-local"
          label={words.since}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={words.until}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
        <Text size="xs" c="dimmed">
          {words.zone(zone)}
        </Text>
        <Group justify="space-between">
          <Button type="submit">{words.apply}</Button>
          <Button variant="subtle" onClick={() => onChange('', '')}>
            {words.anyTime}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
