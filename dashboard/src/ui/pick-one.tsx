import { NativeSelect } from '@mantine/core';

interface PickOneProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Value[];
  readonly names: Readonly<Record<Value, string>>;
  readonly onPick: (value: Value) => void;
  /** The label is for screen readers alone: its values say what it is. */
  readonly isBare?: true;
}

/** One of some values, and there is always one. */
export function PickOne<Value extends string>({ label, value, options, names, onPick, isBare }: PickOneProps<Value>) {
  return (
    <NativeSelect
      {...(isBare === true ? { 'aria-label': label } : { label })}
      value={value}
      data={options.map((each) => ({ value: each, label: names[each] }))}
      onChange={({ currentTarget }) => onPick(options.find((each) => each === currentTarget.value) ?? value)}
    />
  );
}
