import { TextInput } from '@mantine/core';
import { valueOf } from '../contact-properties/value-of';
import type { Property } from './documents';

/** What was typed for each property, by its key. */
export type Typed = Readonly<Record<string, string>>;

interface PropertyInputsProps {
  readonly properties: readonly Property[];
  readonly value?: Typed;
  readonly onChange?: (value: Typed) => void;
  readonly error?: string;
}

/** A field for each property of the team; its fallback is shown where there is no value. */
export function PropertyInputs({ properties, value = {}, onChange, error }: PropertyInputsProps) {
  return properties.map(({ key, type, fallback_value: fallback }) => (
    <TextInput
      key={key}
      label={key}
      value={value[key] ?? ''}
      maxLength={2_000}
      {...(type === 'number' ? { inputMode: 'decimal' as const, error } : {})}
      {...(fallback === null ? {} : { placeholder: String(fallback) })}
      onChange={({ currentTarget }) => onChange?.({ ...value, [key]: currentTarget.value })}
    />
  ));
}

/** As the server takes them: those that are other than `before`, by their types. */
export function propertiesIn(
  typed: Typed,
  before: Typed,
  properties: readonly Property[],
): Record<string, string | number | null> {
  const changed = properties.filter(({ key }) => (typed[key] ?? '') !== (before[key] ?? ''));
  return Object.fromEntries(changed.map(({ key, type }) => [key, valueOf(typed[key] ?? '', type, 'properties')]));
}
