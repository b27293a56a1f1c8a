import { Button, CloseButton, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { messages } from '../messages';
import classes from './filters.module.css';
import { useTyped } from './use-typed';

/* What a list is narrowed by. Each value lives in the address; an empty one is left out of it. */

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** Asks when the typing pauses, and at Enter at once. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const { typed, setTyped, ask } = useTyped(value, onSearch);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder ?? label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? null : <CloseButton size="sm" aria-label={messages.filters.clear} onClick={() => ask('')} />
      }
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') ask(typed);
      }}
      style={{ flex: '1 1 16rem' }}
    />
  );
}

interface WholeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onDone: (typed: string) => void;
}

/** Asks at Enter, and when it is left. */
export function WholeField({ label, value, onDone }: WholeFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  const done = (): void => {
    if (typed.trim() !== value) onDone(typed.trim());
  };
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      w={120}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={done}
      onKeyDown={({ key }) => {
        if (key === 'Enter') done();
      }}
    />
  );
}

interface PickProps {
  readonly label: string;
  readonly value: string;
  /** What stands for no choice; "any" where nothing is said. */
  readonly noneLabel?: string | undefined;
  /** Without the one for "any", which is always first. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onPick: (value: string) => void;
}

const SearchSelect = lazy(() => import('./search-select'));
/** More than so many are searched rather than looked through. */
const mostLookedThrough = 20;

/** One of some values, or any. */
export function Pick({ label, value, options, noneLabel = messages.filters.any(label), onPick }: PickProps) {
  const data = [{ value: '', label: noneLabel }, ...options];
  const native = (
    <NativeSelect
      aria-label={label}
      value={value}
      data={data}
      onChange={({ currentTarget }) => onPick(currentTarget.value)}
    />
  );
  if (options.length <= mostLookedThrough) return native;
  return (
    <Suspense fallback={native}>
      <SearchSelect label={label} isLabelHidden value={value} data={data} onPick={onPick} />
    </Suspense>
  );
}

interface FilterBarProps {
  readonly children: ReactNode;
  /** Absent when nothing is filtered. */
  readonly onClear?: (() => void) | undefined;
}

export function FilterBar({ children, onClear }: FilterBarProps) {
  return (
    <Group className={classes['bar'] ?? ''} role="search" gap="xs" align="flex-end">
      {children}
      {onClear !== undefined && (
        <Button variant="subtle" onClick={onClear}>
          {messages.filters.clear}
        </Button>
      )}
    </Group>
  );
}
