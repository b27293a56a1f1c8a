import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { apiKeys } from '../../api/changes';
import type { NewApiKey, Permission } from '../../api/documents';
import { apiKeysQuery, domainsQuery } from '../../api/queries';
import { keyMessages as keys } from '../../messages/keys';
import { Outline } from '../../ui/loaded';
import { ProblemNotice } from '../../ui/problem-notice';
import { useSubmit } from '../../ui/use-submit';
import { expiryOf, type Expiry } from './expiry';

/** The calendar is loaded by those who want a date of their own. */
const ExpiryDate = lazy(() => import('./expiry-date'));

interface Values {
  name: string;
  permission: Permission;
  domain_id: string;
  expiry: Expiry;
  expires_at: string | null;
}

const initialValues: Values = {
  name: '',
  permission: 'sending_access',
  domain_id: '',
  expiry: 'never',
  expires_at: null,
};

/** Says the token of the key that it made. */
export default function CreateKeyForm({ onCreated }: { readonly onCreated: (token: string) => void }) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: (values) => apiKeys.create(keyOf(values)),
    onDone: ({ token }) => {
      onCreated(token);
      void queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    },
  });
  const { permission, expiry } = form.getValues();
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput
          label={keys.name}
          description={keys.nameHint}
          maxLength={50}
          required
          withAsterisk={false}
          data-autofocus
          autoFocus
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label={keys.permission}
          data={Object.entries(keys.permissions).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('permission')}
        />
        {permission === 'sending_access' && <DomainChoice {...form.getInputProps('domain_id')} />}
        <NativeSelect
          label={keys.expires}
          data={(['never', '30', '90', '365', 'date'] as const).map((value) => ({
            value,
            label: keys.expiries[value],
          }))}
          {...form.getInputProps('expiry')}
        />
        {expiry === 'date' && (
          <Suspense fallback={<Outline lines={1} />}>
            <ExpiryDate {...form.getInputProps('expires_at')} />
          </Suspense>
        )}
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending}>
          {keys.submit}
        </Button>
      </Stack>
    </form>
  );
}

/** Only what is asked for is sent. */
function keyOf({ name, permission, domain_id: domainId, expiry, expires_at: day }: Values): NewApiKey {
  const expiresAt = expiryOf(expiry, day, new Date());
  return {
    name,
    permission,
    ...(permission === 'sending_access' && domainId !== '' ? { domain_id: domainId } : {}),
    ...(expiresAt === null ? {} : { expires_at: expiresAt }),
  };
}

function DomainChoice(field: ReturnType<ReturnType<typeof useForm<Values>>['getInputProps']>) {
  const { data } = useQuery(domainsQuery);
  if (data === undefined || data.data.length === 0) return null;
  return (
    <NativeSelect
      label={keys.domain}
      data={[{ value: '', label: keys.anyDomain }, ...data.data.map(({ id, name }) => ({ value: id, label: name }))]}
      {...field}
    />
  );
}
