import { useId } from 'react';

interface Props {
  readonly label: string;
  readonly value: string | null;
  /** What `null` reads as. */
  readonly any: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onPick: (value: string | null) => void;
}

/** One choice of a filter. A value that is none of the options (a hand-typed address) is shown as it is. */
export function Pick({ label, value, any, options, onPick }: Props) {
  const id = useId();
  const known = value === null || options.some((option) => option.value === value);
  return (
    <span className="pick">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onPick(event.target.value || null)}>
        <option value="">{any}</option>
        {!known && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
