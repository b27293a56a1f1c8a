import { Group, Text, TextInput } from '@mantine/core';
import { messages } from '../messages';
import { useClock } from './clock';
import { instantIn, localIn } from './zoned-time';

interface TimeRangeProps {
  /** ISO 8601; empty: from the beginning, or up to now. */
  readonly since: string;
  readonly until: string;
  readonly onChange: (change: { readonly since?: string; readonly until?: string }) => void;
}

const { filters } = messages;

/** Two moments, typed in the zone that the page shows. Load it lazily: it brings the calendar's arithmetic. */
export default function TimeRange({ since, until, onChange }: TimeRangeProps) {
  const { zone } = useClock();
  const field = (label: string, value: string, change: (iso: string) => void) => (
    <TextInput
      // What is being typed stays in the field until it is a moment.
      key={`${label} ${value}`}
      type="datetime-local"
      aria-label={label}
      title={`${label} (${zone})`}
      leftSection={
        <Text size="xs" c="dimmed">
          {label}
        </Text>
      }
      leftSectionWidth={48}
      w={248}
      defaultValue={isMoment(value) ? localIn(zone, value) : ''}
      onBlur={({ currentTarget: { value: typed } }) => {
        const iso = typed === '' ? '' : (instantIn(zone, typed) ?? value);
        if (iso !== value && !isSameMinute(iso, value)) change(iso);
      }}
    />
  );
  return (
    <Group gap="xs">
      {field(filters.since, since, (iso) => onChange({ since: iso }))}
      {field(filters.until, until, (iso) => onChange({ until: iso }))}
    </Group>
  );
}

const isMoment = (text: string): boolean => !Number.isNaN(Date.parse(text));

/** The field has no seconds. */
function isSameMinute(one: string, other: string): boolean {
  return isMoment(one) && isMoment(other) && one.slice(0, 16) === other.slice(0, 16);
}
