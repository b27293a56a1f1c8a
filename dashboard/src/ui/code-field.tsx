import '@mantine/core/styles/PinInput.css';
import { Input, PinInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { formWords } from '../messages/forms';

const digits = 6;

interface CodeFieldProps {
  readonly label: string;
  readonly value?: string;
  readonly error?: ReactNode;
  readonly onChange: (code: string) => void;
}

/** The six digits of an authenticator app; a code that is pasted or filled in by the browser goes over all boxes. */
export default function CodeField({ label, value = '', error, onChange }: CodeFieldProps) {
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <PinInput
        length={digits}
        type="number"
        oneTimeCode
        autoFocus
        placeholder=""
        getInputProps={(index) => ({ 'aria-label': formWords.digit(label, index + 1, digits) })}
        aria-label={label}
        value={value}
        error={error !== undefined && error !== null}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
