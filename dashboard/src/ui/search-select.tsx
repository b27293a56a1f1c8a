import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import { Select } from '@mantine/core';

interface SearchSelectProps {
  readonly label: string;
  /** It is for screen readers only. */
  readonly isLabelHidden?: true;
  readonly value: string;
  readonly data: readonly (string | { readonly value: string; readonly label: string })[];
  readonly onPick: (value: string) => void;
}

/** One of very many values, found by typing. Load it lazily: it brings what places dropdowns. */
export default function SearchSelect({ label, isLabelHidden, value, data, onPick }: SearchSelectProps) {
  return (
    <Select
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      value={value}
      data={[...data]}
      searchable
      limit={50}
      allowDeselect={false}
      onChange={(picked) => {
        if (picked !== null) onPick(picked);
      }}
    />
  );
}
