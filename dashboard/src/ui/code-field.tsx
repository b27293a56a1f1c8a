import '@mantine/core/styles/PinInput.css';
import { Input, PinInput } from '@mantine/core';
import type { ReactNode } from 'react';

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
        length={6}
        type="number"
        oneTimeCode
        autoFocus
        placeholder=""
        aria-label={label}
        value={value}
        error={error !== undefined && error !== null}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
