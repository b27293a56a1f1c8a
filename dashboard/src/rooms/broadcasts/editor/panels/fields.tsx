import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { addressIn } from '../email/markup.js';

export interface BlockFormProps {
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly change: (attrs: Readonly<Record<string, unknown>>) => void;
}

interface TextFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly rows?: number;
  readonly onChange: (value: string) => void;
}

export function TextField({ label, hint, value, rows, onChange }: TextFieldProps) {
  const shared = { label, description: hint, value };
  return rows === undefined ? (
    <TextInput {...shared} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  ) : (
    <Textarea {...shared} rows={rows} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  );
}

type AddressFieldProps = Omit<TextFieldProps, 'rows'> & { readonly isFocused?: boolean };

/** An address: what is not one is said, and not taken; a bare host gets its scheme. */
export function AddressField({ label, hint, value, onChange, isFocused = false }: AddressFieldProps) {
  const [typed, setTyped] = useState(value);
  // What came from elsewhere, such as by undoing.
  const shown = addressIn(typed) === value ? typed : typed !== '' && addressIn(typed) === '' ? typed : value;
  const isWrong = shown.trim() !== '' && addressIn(shown) === '';
  return (
    <TextInput
      label={label}
      description={hint}
      value={shown}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      // Asked for by who pressed Link.
      autoFocus={isFocused}
      data-autofocus={isFocused || undefined}
      error={isWrong ? words.urlProblem : undefined}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(addressIn(currentTarget.value));
      }}
    />
  );
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

export function ChoiceField({ label, value, choices, onChange }: ChoiceFieldProps) {
  const known = choices.some((choice) => choice.value === value) ? choices : [{ value, label: value }, ...choices];
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[...known]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
