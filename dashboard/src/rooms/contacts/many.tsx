import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Choice } from '../../kit/choices';
import { contactMessages } from '../../messages/contacts';
import { sayProblem } from '../../ui/toast';
import type { Making } from './making';

const { many: words } = contactMessages;

interface ManyProps {
  readonly label: string;
  readonly hint?: string;
  readonly options: readonly Choice[];
  readonly value?: string[];
  readonly onChange?: (value: string[]) => void;
  readonly error?: ReactNode;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
  /** Offered for a name that none of them has. */
  readonly making?: Making | undefined;
  /** Whether something is typed that was not chosen: it would be lost. */
  readonly onUnfinished?: (isUnfinished: boolean) => void;
}

/** No id begins so. */
const toMake = 'new:';

/** Some of several, found by typing. What is typed and not chosen stays, and is said to be in no list. */
export function Many({ label, hint, options, making, onUnfinished, value = [], ...field }: ManyProps) {
  const [typed, setTyped] = useState('');
  const [hasFocus, setHasFocus] = useState(false);
  const isLeaving = useRef(false);
  const make = useMutation({
    mutationFn: (name: string) => making?.send(name) ?? Promise.reject(new Error(words.unknown(name))),
    onSuccess: (id) => field.onChange?.([...value, id]),
    onError: (error, name) => {
      setTyped(name);
      sayProblem(error);
    },
  });
  const name = typed.trim();
  const isUnfinished = make.isPending || name !== '';
  useEffect(() => onUnfinished?.(isUnfinished), [isUnfinished]);
  const made = making !== undefined && name !== '' && !options.some((option) => isNamed(option, name));
  return (
    <MultiSelect
      label={label}
      description={hint}
      {...field}
      value={value}
      data={[...options, ...(made ? [{ value: toMake + name, label: making.label(name) }] : [])]}
      error={field.error ?? (name !== '' && !hasFocus ? words.unknown(name) : undefined)}
      nothingFoundMessage={words.nothingFound}
      searchable
      limit={50}
      searchValue={typed}
      onSearchChange={(next) => {
        // The field is emptied as it is left.
        if (!isLeaving.current) setTyped(next);
        isLeaving.current = false;
      }}
      onChange={(next) => {
        const added = next.find((each) => each.startsWith(toMake));
        if (added === undefined) field.onChange?.(next);
        else make.mutate(added.slice(toMake.length));
      }}
      onFocus={() => {
        setHasFocus(true);
        field.onFocus?.();
      }}
      onBlur={() => {
        isLeaving.current = typed !== '';
        setHasFocus(false);
        field.onBlur?.();
      }}
    />
  );
}

/** Labels may end with how many there are. */
const isNamed = ({ label }: Choice, name: string): boolean =>
  `${label} (`.toLowerCase().startsWith(`${name.toLowerCase()} (`);
