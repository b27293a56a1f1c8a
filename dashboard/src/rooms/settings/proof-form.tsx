import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Proof } from '../../api/changes';
import { useSession } from '../../api/session';
import { messages } from '../../messages';
import { ProblemNotice } from '../../ui/problem-notice';
import { useSubmit } from '../../ui/use-submit';

const { security } = messages;

interface ProofFormProps<Result> {
  readonly submit: string;
  readonly isDangerous?: boolean;
  readonly send: (proof: Proof) => Promise<Result>;
  readonly onDone: (result: Result) => void | Promise<void>;
}

/** Asks for the password, or for a code where there is none, before something that weakens the account. */
export function ProofForm<Result>({ submit, isDangerous = false, send, onDone }: ProofFormProps<Result>) {
  const { user } = useSession();
  const form = useForm({ initialValues: { password: '', code: '' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ password, code }) => send(user.has_password ? { password } : { code }),
    onDone,
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        {user.has_password ? (
          <PasswordInput
            label={security.current}
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('password')}
          />
        ) : (
          <TextInput
            label={security.proofCode}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('code')}
          />
        )}
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending} {...(isDangerous ? { color: 'red' } : {})}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
