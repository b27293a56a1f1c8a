import { Alert, Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { under } from '../../api/reading';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiProblem } from '../../api/problem';
import { domainParts as parts } from '../../messages/domain-parts';
import { domains as words } from '../../messages/domains';
import { ProblemNotice } from '../../ui/problem-notice';
import { useSubmit } from '../../ui/use-submit';
import { domainChanges } from './changes';
import type { NewDomain, Tls } from './documents';
import { regionsQuery } from './queries';
import { nameIn } from './typed-name';

interface Values {
  name: string;
  region: string;
  custom_return_path: string;
  tls: Tls;
}

/** Makes a domain, then leads to the records that it needs. Where another team has the name, it can be claimed. */
export default function AddDomainForm() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: regions } = useQuery(regionsQuery);
  const [takenName, setTakenName] = useState<string | null>(null);
  const [cleaned, setCleaned] = useState<string | null>(null);
  const form = useForm<Values>({
    initialValues: { name: '', region: '', custom_return_path: '', tls: 'opportunistic' },
    onValuesChange: ({ name }) => {
      if (name !== takenName) setTakenName(null);
      if (name !== cleaned) setCleaned(null);
    },
  });
  /** What is pasted is often a URL: its name is what is meant. */
  const clean = (): string => {
    const typed = form.getValues().name;
    const name = nameIn(typed);
    if (name === '' || name === typed.trim()) return typed.trim();
    form.setFieldValue('name', name);
    setCleaned(name);
    return name;
  };
  const goTo = (id: string): void => {
    void queryClient.invalidateQueries(under('GET /dashboard-api/domains'));
    void navigate({ to: '/domains/$id', params: { id } });
  };
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: async (values) => {
      setTakenName(null);
      try {
        return await domainChanges.add(domainOf({ ...values, name: clean() }));
      } catch (error) {
        // Another refusal of a right name is that the team has as many domains as it may.
        const isTaken = error instanceof ApiProblem && error.kind === 'forbidden' && /registered/.test(error.message);
        if (isTaken) setTakenName(form.getValues().name);
        throw error;
      }
    },
    onDone: ({ id }) => goTo(id),
  });
  const names = (regions?.data ?? []).map(({ name }) => name);
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput
          label={words.name}
          description={cleaned === null ? parts.nameHint : parts.nameTaken(cleaned)}
          placeholder="mail.example.com"
          maxLength={2_048}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          data-autofocus
          autoFocus
          {...form.getInputProps('name')}
          onBlur={() => void clean()}
        />
        {names.length > 1 && (
          <NativeSelect
            label={words.region}
            description={parts.regionHint}
            data={names}
            {...form.getInputProps('region')}
          />
        )}
        <TextInput
          label={parts.returnPath}
          description={parts.returnPathHint}
          placeholder="send"
          maxLength={63}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('custom_return_path')}
        />
        <NativeSelect
          label={parts.tls}
          data={(['opportunistic', 'enforced'] as const).map((value) => ({ value, label: parts.tlsChoices[value] }))}
          {...form.getInputProps('tls')}
        />
        {problem !== null && <ProblemNotice error={problem} />}
        <Claim isShown={takenName !== null} valuesOf={form.getValues} onClaimed={goTo} />
        <Button type="submit" loading={isPending}>
          {parts.submit}
        </Button>
      </Stack>
    </form>
  );
}

interface ClaimProps {
  readonly isShown: boolean;
  readonly valuesOf: () => Values;
  readonly onClaimed: (id: string) => void;
}

/** Offers to claim a name that another team has. */
function Claim({ isShown, valuesOf, onClaimed }: ClaimProps) {
  const claim = useMutation({
    mutationFn: () => {
      const { tls: _tls, ...claimed } = domainOf(valuesOf());
      return domainChanges.claim(claimed);
    },
    onSuccess: ({ domain_id: id }) => onClaimed(id),
  });
  return (
    <>
      {isShown && (
        <Alert color="post">
          <Stack gap="sm" align="flex-start">
            <Text size="sm">{parts.claimHint}</Text>
            <Button variant="default" loading={claim.isPending} onClick={() => claim.mutate()}>
              {parts.isMine}
            </Button>
          </Stack>
        </Alert>
      )}
      {claim.isError && <ProblemNotice error={claim.error} />}
    </>
  );
}

/** Only what was chosen is sent. */
function domainOf({ name, region, custom_return_path: returnPath, tls }: Values): NewDomain {
  return {
    name: name.trim(),
    ...(region === '' ? {} : { region }),
    ...(returnPath.trim() === '' ? {} : { custom_return_path: returnPath.trim() }),
    ...(tls === 'opportunistic' ? {} : { tls }),
  };
}
