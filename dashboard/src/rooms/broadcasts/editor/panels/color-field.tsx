import { Button, Group, Input, TextInput } from '@mantine/core';
import { useId } from 'react';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { contrastOf, isColor, leastContrast } from '../email/colors.js';
import type { EmailStyles } from '../email/styles.js';

const offered = ['brand', 'text', 'surface', 'ground'] as const;

interface ColorFieldProps {
  readonly label: string;
  /** Undefined when the element sets no color of its own. */
  readonly value: string | undefined;
  /** The colors of the email, which are those of the brand: offered first. */
  readonly styles: EmailStyles;
  /** What it is read on, or what is read on it. */
  readonly beside: string;
  readonly onChange: (value: string | null) => void;
}

/** A color of the brand, or another; what could not be read is said at once. */
export function ColorField({ label, value, styles, beside, onChange }: ColorFieldProps) {
  const id = useId();
  const ratio = value === undefined ? undefined : contrastOf(value, beside);
  const isLow = ratio !== undefined && ratio < leastContrast;
  const colors = offered.filter((name, place) => offered.findIndex((each) => styles[each] === styles[name]) === place);
  return (
    <Input.Wrapper
      id={id}
      label={label}
      // Rounded down: 4.49 is not 4.5.
      error={isLow ? words.lowContrast((Math.floor(ratio * 10) / 10).toFixed(1)) : undefined}
    >
      <Group gap={6}>
        <Button
          size="compact-xs"
          variant={value === undefined ? 'filled' : 'default'}
          aria-pressed={value === undefined}
          onClick={() => onChange(null)}
        >
          {words.usualColor}
        </Button>
        {colors.map((name) => (
          <button
            key={name}
            type="button"
            title={words.brandColors[name]}
            aria-label={`${label}: ${words.brandColors[name]}`}
            aria-pressed={value === styles[name]}
            onClick={() => onChange(styles[name])}
            style={{
              ...{ width: 28, height: 28, borderRadius: 14, cursor: 'pointer', background: styles[name] },
              border: `${value === styles[name] ? 3 : 1}px solid var(--mantine-color-dimmed)`,
            }}
          />
        ))}
        <TextInput
          id={id}
          type="color"
          aria-label={words.otherColor(label)}
          w={44}
          styles={{ input: { padding: 4 } }}
          value={value ?? styles.brand}
          onChange={({ currentTarget }) => onChange(isColor(currentTarget.value) ? currentTarget.value : null)}
        />
      </Group>
    </Input.Wrapper>
  );
}
