import '@mantine/core/styles/PasswordInput.css';
import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { entry } from '../messages/entry';

interface NewPasswordProps<Values> {
  readonly form: UseFormReturnType<Values>;
  readonly label?: string;
}

/** A password that is being chosen: password managers offer to make one and to keep it. */
export function NewPassword<Values extends { password: string }>({ form, label }: NewPasswordProps<Values>) {
  return (
    <PasswordInput
      label={label ?? entry.password.choose}
      description={entry.password.hint}
      name="password"
      autoComplete="new-password"
      minLength={10}
      required
      withAsterisk={false}
      w="100%"
      {...form.getInputProps('password')}
    />
  );
}
