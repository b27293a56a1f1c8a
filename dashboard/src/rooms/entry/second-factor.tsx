import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { access } from '../../api/changes';
import { messages } from '../../messages';
import { ProblemNotice } from '../../ui/problem-notice';
import { useSubmit } from '../../ui/use-submit';
import { Card } from './card';
import { useEnter } from './use-enter';

const { secondFactor: words } = messages;
const route = getRouteApi('/entry/second-factor');

export function SecondFactorRoom() {
  const [isRecovery, setIsRecovery] = useState(false);
  return (
    <Card title={words.title} intro={isRecovery ? words.recoveryIntro : words.intro}>
      <CodeForm key={String(isRecovery)} isRecovery={isRecovery} />
      <Stack gap="xs">
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? words.useCode : words.useRecovery}
        </Anchor>
        <Anchor component={Link} to="/sign-in" size="sm">
          {messages.actions.back}
        </Anchor>
      </Stack>
    </Card>
  );
}

function CodeForm({ isRecovery }: { readonly isRecovery: boolean }) {
  const { return_to: returnTo } = route.useSearch();
  const form = useForm({ initialValues: { code: '' } });
  const enter = useEnter(returnTo);
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ code }) =>
      access.secondFactor(isRecovery ? { recovery_code: code.trim() } : { code: code.replaceAll(' ', '') }),
    onDone: enter,
    isVisitor: true,
    refused: words.refused,
  });
  const digits = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 7 } as const;
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput
          label={isRecovery ? words.recoveryCode : words.code}
          required
          withAsterisk={false}
          autoFocus
          {...(isRecovery ? { autoComplete: 'off' } : digits)}
          {...form.getInputProps('code')}
        />
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}
