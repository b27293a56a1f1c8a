import { Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { kitWords as words } from '../messages/lists';
import { useClock } from '../ui/clock';
import { instantIn, localIn } from '../ui/zoned-time';

interface MomentFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  /** `2026-01-31T09:30` in the zone that the page shows; empty: none. */
  readonly value?: string;
  /** As `getInputProps` of a form has it: an event, or the value. */
  readonly onChange?: (changed: string) => void;
  readonly presets: readonly MomentPreset[];
}

export interface MomentPreset {
  readonly name: string;
  /** Asked for when it is chosen. */
  readonly at: (zone: string) => Date;
}

/** One moment, typed in the zone that the page shows or chosen from those that are meant most. */
export function MomentField({ presets, onChange, value = '', ...field }: MomentFieldProps) {
  const { zone } = useClock();
  return (
    <Stack gap={6}>
      <TextInput
        type="datetime-local"
        {...field}
        value={value}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      />
      <Group gap={6}>
        {presets.map(({ name, at }) => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => onChange?.(localIn(zone, at(zone)))}>
            {name}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const fromNow = (ms: number) => (): Date => new Date(Date.now() + ms);

export const pastPresets: readonly MomentPreset[] = [
  { name: words.presets.hour, at: fromNow(-hourMs) },
  { name: words.presets.day, at: fromNow(-dayMs) },
  { name: words.presets.week, at: fromNow(-7 * dayMs) },
  { name: words.presets.month, at: fromNow(-30 * dayMs) },
];

export const futurePresets: readonly MomentPreset[] = [
  { name: words.laterPresets.hour, at: fromNow(hourMs) },
  { name: words.laterPresets.hours, at: fromNow(4 * hourMs) },
  { name: words.laterPresets.tomorrow, at: tomorrowMorning },
  { name: words.laterPresets.week, at: fromNow(7 * dayMs) },
];

function tomorrowMorning(zone: string): Date {
  const [day = ''] = localIn(zone, fromNow(dayMs)()).split('T');
  return new Date(instantIn(zone, `${day}T09:00`) ?? Date.now());
}
