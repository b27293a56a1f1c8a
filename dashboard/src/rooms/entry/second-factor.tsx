import { Anchor, Button, Divider, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { access } from '../../api/changes';
import type { SecondFactor } from '../../api/documents';
import { secondFactorQuery } from '../../api/queries';
import { messages } from '../../messages';
import { entry } from '../../messages/entry';
import { factors as elsewhere } from '../../messages/factors';
import { Loaded, Outline } from '../../ui/loaded';
import { ProblemNotice } from '../../ui/problem-notice';
import { useSubmit } from '../../ui/use-submit';
import { Card } from './card';
import { FactorHelp } from '../../ui/factor-help';
import { PasskeyFactor } from '../../ui/passkey-factor';
import { useEnter } from './use-enter';

const { secondFactor: words, signIn } = entry;
const CodeField = lazy(() => import('../../ui/code-field'));
const route = getRouteApi('/entry/second-factor');

export function SecondFactorRoom() {
  const [isRecovery, setIsRecovery] = useState(false);
  const query = useQuery(secondFactorQuery);
  return (
    <Card title={words.title} intro={query.data === undefined ? undefined : introOf(query.data, isRecovery)}>
      <Loaded query={query}>
        {(factors) => <Factors factors={factors} isRecovery={isRecovery} onSwitch={() => setIsRecovery(!isRecovery)} />}
      </Loaded>
      <Anchor component={Link} to="/sign-in" size="sm">
        {messages.actions.back}
      </Anchor>
    </Card>
  );
}

function introOf({ app, passkey }: SecondFactor, isRecovery: boolean): string {
  if (app) return isRecovery ? words.recoveryIntro : words.intro;
  return passkey ? words.passkeyIntro : elsewhere.passkeyElsewhereIntro;
}

interface FactorsProps {
  readonly factors: SecondFactor;
  readonly isRecovery: boolean;
  readonly onSwitch: () => void;
}

function Factors({ factors, isRecovery, onSwitch }: FactorsProps) {
  const { return_to: returnTo } = route.useSearch();
  const enter = useEnter(returnTo);
  return (
    <Stack gap="md">
      {factors.app && <CodeForm key={String(isRecovery)} isRecovery={isRecovery} onDone={enter} />}
      {factors.app && (
        <Anchor component="button" type="button" size="sm" ta="start" onClick={onSwitch}>
          {isRecovery ? words.useCode : words.useRecovery}
        </Anchor>
      )}
      {factors.app && factors.passkey && <Divider label={signIn.or} />}
      {factors.passkey && <PasskeyFactor send={access.secondFactor} onDone={enter} />}
      <FactorHelp factors={factors} />
    </Stack>
  );
}

function CodeForm({ isRecovery, onDone }: { readonly isRecovery: boolean; readonly onDone: () => Promise<void> }) {
  const form = useForm({ initialValues: { code: '' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ code }) =>
      access.secondFactor(isRecovery ? { recovery_code: code.trim() } : { code: code.replaceAll(' ', '') }),
    onDone,
    isVisitor: true,
    refused: words.refused,
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        {isRecovery ? (
          <TextInput
            label={words.recoveryCode}
            required
            withAsterisk={false}
            autoFocus
            autoComplete="off"
            {...form.getInputProps('code')}
          />
        ) : (
          <Suspense fallback={<Outline lines={1} />}>
            <CodeField label={words.code} {...form.getInputProps('code')} />
          </Suspense>
        )}
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}
