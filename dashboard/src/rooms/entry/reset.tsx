import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { access } from '../../api/changes';
import { entry } from '../../messages/entry';
import { ProblemNotice } from '../../ui/problem-notice';
import { useSubmit } from '../../ui/use-submit';
import { Card } from './card';
import { ChoosePassword } from './choose-password';
import { NoToken, ToSignIn } from './to-sign-in';

const { reset, signIn } = entry;
const route = getRouteApi('/entry/reset');

/** Without a token: the form that asks for the link. With a token: the link was followed. */
export function ResetRoom() {
  const { token } = route.useSearch();
  if (token === '') return <NoToken title={reset.title} />;
  return token === undefined ? <AskForLink /> : <ChoosePassword token={token} />;
}

function AskForLink() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ initialValues: { email: '' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ email }) => access.requestReset(email),
    onDone: (_result, { email }) => setSentTo(email),
    isVisitor: true,
  });
  if (sentTo !== null) {
    return (
      <Card title={reset.sentTitle} intro={reset.sent(sentTo)}>
        <ToSignIn />
      </Card>
    );
  }
  return (
    <Card title={reset.title} intro={reset.intro}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <TextInput
            label={signIn.email}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          {problem !== null && <ProblemNotice error={problem} />}
          <Button type="submit" loading={isPending}>
            {reset.submit}
          </Button>
          <ToSignIn />
        </Stack>
      </form>
    </Card>
  );
}
