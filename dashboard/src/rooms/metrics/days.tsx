import '@mantine/core/styles/Popover.css';
import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { calendarLabels } from '../../messages/calendar';
import { metricsWords } from '../../messages/metrics';

const { filters: words } = metricsWords;

interface DaysProps {
  /** `2026-01-31`, the first and the last day. */
  readonly from: string;
  readonly to: string;
  readonly onChange: (from: string, to: string) => void;
}

/** A range of days from one calendar; asked for once both ends are chosen. */
export default function Days({ from, to, onChange }: DaysProps) {
  const [chosen, setChosen] = useState<[string | null, string | null]>([from, to]);
  return (
    <DatePickerInput
      type="range"
      allowSingleDateInRange
      aria-label={words.days}
      ariaLabels={calendarLabels}
      valueFormat="D MMM YYYY"
      maxDate={new Date()}
      value={chosen}
      onChange={([first, last]) => {
        setChosen([first, last]);
        if (first !== null && last !== null) onChange(first, last);
      }}
    />
  );
}
