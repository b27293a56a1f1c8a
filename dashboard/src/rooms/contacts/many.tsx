import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect } from '@mantine/core';
import type { Choice } from '../../kit/choices';

interface ManyProps {
  readonly label: string;
  readonly hint?: string;
  readonly options: readonly Choice[];
  readonly value?: string[];
  readonly onChange?: (value: string[]) => void;
}

/** Some of several, found by typing. */
export function Many({ label, hint, options, ...field }: ManyProps) {
  return <MultiSelect label={label} description={hint} data={[...options]} searchable limit={50} {...field} />;
}
