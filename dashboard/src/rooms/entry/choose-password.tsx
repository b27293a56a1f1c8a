import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { type GetInputPropsReturnType, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { access } from '../../api/changes';
import type { PasswordReset } from '../../api/documents';
import { entry } from '../../messages/entry';
import { newPassword as words } from '../../messages/new-password';
import { PasskeyNotUsed, askForPasskey } from '../../passkeys';
import { factorIn } from '../../ui/factor-in';
import { Outline } from '../../ui/loaded';
import { NewPassword } from '../../ui/new-password';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';
import { Card } from './card';
import { OtherWays } from './other-ways';
import { ToSignIn } from './to-sign-in';
import { endsFactor, nothingChosen, type Chosen } from './ways';
import { FactorHelp } from '../../ui/factor-help';

const { secondFactor } = entry;

/** The link was followed: what else opens the account, and the password. */
export function ChoosePassword({ token }: { readonly token: string }) {
  const look = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => access.lookAtReset(token),
    meta: { visitor: true },
  });
  if (look.data !== undefined) return <Choice token={token} account={look.data} />;
  return (
    <Card title={words.confirmTitle}>
      {look.error === null ? (
        <Outline />
      ) : (
        <>
          <ProblemNotice error={look.error} />
          <ToSignIn />
        </>
      )}
    </Card>
  );
}

interface Typed extends Chosen {
  readonly password: string;
  readonly code: string;
  readonly isByPasskey: boolean;
}

function Choice({ token, account }: { readonly token: string; readonly account: PasswordReset }) {
  const navigate = useNavigate();
  const form = useForm<Typed>({
    initialValues: { password: '', code: '', isByPasskey: false, ...nothingChosen },
    validate: {
      code: (code, typed) =>
        account.factors.app && endsFactor(typed) && !typed.isByPasskey && code.trim() === '' ? words.codeMissing : null,
    },
  });
  const needsFactor = endsFactor(form.values);
  const { factors } = account;
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: async (typed) =>
      access.confirmReset({
        token,
        password: typed.password,
        end_passkeys: typed.passkeys,
        end_app: typed.app,
        end_providers: typed.providers,
        ...(endsFactor(typed) ? await factorOf(typed) : {}),
      }),
    onDone: async () => {
      say(words.done);
      await navigate({ to: '/sign-in' });
    },
    isVisitor: true,
    refused: form.values.isByPasskey ? secondFactor.passkeyRefused : secondFactor.refused,
  });
  return (
    <Card title={words.confirmTitle} intro={words.confirmIntro(account.sessions)}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <NewPassword form={form} />
          {account.ends_everything ? (
            <Alert color="yellow">{words.endsEverything}</Alert>
          ) : (
            <OtherWays account={account} chosen={form.values} onChange={(chosen) => form.setValues(chosen)} />
          )}
          {needsFactor && <ResetFactor factors={factors} codeProps={form.getInputProps('code')} />}
          {problem !== null && <ProblemNotice error={said(problem)} />}
          {(!needsFactor || factors.app) && (
            <Button
              type="submit"
              loading={isPending && !form.values.isByPasskey}
              onClick={() => form.setFieldValue('isByPasskey', false)}
            >
              {words.confirmSubmit}
            </Button>
          )}
          {needsFactor && factors.passkey && (
            <Button
              type="submit"
              variant={factors.app ? 'default' : 'filled'}
              loading={isPending && form.values.isByPasskey}
              onClick={() => form.setFieldValue('isByPasskey', true)}
            >
              {words.confirmWithPasskey}
            </Button>
          )}
        </Stack>
      </form>
    </Card>
  );
}

async function factorOf({ code, isByPasskey }: Typed) {
  return isByPasskey ? { passkey: await askForPasskey() } : factorIn(code);
}

function said(problem: Error): Error {
  return problem instanceof PasskeyNotUsed ? new Error(secondFactor.passkeyCanceled) : problem;
}

interface ResetFactorProps {
  readonly factors: PasswordReset['factors'];
  readonly codeProps: GetInputPropsReturnType;
}

/** A mailbox alone ends no factor. */
function ResetFactor({ factors, codeProps }: ResetFactorProps) {
  const canShow = factors.app || factors.passkey;
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={600}>
          {words.factorTitle}
        </Text>
        <Text size="sm" c="dimmed">
          {canShow ? words.factorIntro : words.noFactor}
        </Text>
      </div>
      {factors.app && <TextInput label={words.code} autoComplete="one-time-code" {...codeProps} />}
      <FactorHelp factors={factors} />
    </Stack>
  );
}
