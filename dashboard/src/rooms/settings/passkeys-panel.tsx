import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { profile } from '../../api/changes';
import type { Passkey } from '../../api/documents';
import { passkeysQuery } from '../../api/queries';
import { messages } from '../../messages';
import { settingMessages } from '../../messages/setting-rooms';
import { addPasskey, canUsePasskeys, PasskeyNotUsed } from '../../passkeys';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { ProblemNotice } from '../../ui/problem-notice';
import { type Column, Rows } from '../../ui/rows';
import { When } from '../../ui/time';
import { say, sayProblem } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';
import { useSessionChanged } from './use-session-changed';
import { Dialog } from '../../ui/dialog';

const { words } = messages;
const { security } = settingMessages;

export function PasskeysPanel() {
  const [isAdding, adding] = useDisclosure(false);
  const query = useQuery(passkeysQuery);
  const canAdd = canUsePasskeys();
  return (
    <Panel
      title={security.passkeysTitle}
      intro={security.passkeysText}
      actions={canAdd ? <Button onClick={adding.open}>{security.passkeyAdd}</Button> : null}
    >
      {!canAdd && <Text size="sm">{security.passkeysNeedHttps}</Text>}
      <Loaded query={query} lines={2}>
        {({ data }) =>
          data.length > 0 ? (
            <PasskeyRows passkeys={data} />
          ) : (
            <Text size="sm" c="dimmed">
              {security.passkeysEmpty}
            </Text>
          )
        }
      </Loaded>
      <Dialog opened={isAdding} onClose={adding.close} title={security.passkeyAdd}>
        <AddPasskeyForm onDone={adding.close} />
      </Dialog>
    </Panel>
  );
}

function usePasskeysChanged() {
  const queryClient = useQueryClient();
  const sessionChanged = useSessionChanged();
  return async (): Promise<void> => {
    await Promise.all([queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }), sessionChanged()]);
  };
}

function AddPasskeyForm({ onDone }: { readonly onDone: () => void }) {
  const changed = usePasskeysChanged();
  const form = useForm({ initialValues: { name: '' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ name }) => addPasskey(name),
    onDone: async (_result, { name }) => {
      await changed();
      say(security.passkeyAdded(name));
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput
          label={security.passkeyName}
          description={security.passkeyNameHint}
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {problem !== null && (
          <ProblemNotice error={problem instanceof PasskeyNotUsed ? new Error(security.passkeyCanceled) : problem} />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            {security.passkeyContinue}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PasskeyRows({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const changed = usePasskeysChanged();
  const remove = useMutation({
    mutationFn: ({ id }: Passkey) => profile.removePasskey(id),
    onSuccess: async (_result, { name }) => {
      await changed();
      say(security.passkeyRemoved(name));
    },
    onError: sayProblem,
  });
  const columns: readonly Column<Passkey>[] = [
    {
      title: security.passkeyName,
      cell: ({ name, host }) => (
        <>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {host !== null && host !== window.location.hostname && (
            <Text size="xs" c="dimmed">
              {security.passkeyElsewhere(host)}
            </Text>
          )}
        </>
      ),
    },
    { title: security.passkeyUsed, cell: ({ last_used_at: at }) => (at === null ? words.never : <When at={at} />) },
    { title: security.passkeyMade, cell: ({ created_at: at }) => <When at={at} /> },
    {
      title: security.passkeyRemove,
      isActions: true,
      cell: (passkey) => (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={security.passkeyRemoveNamed(passkey.name)}
          loading={remove.isPending && remove.variables.id === passkey.id}
          onClick={() => remove.mutate(passkey)}
        >
          {security.passkeyRemove}
        </Button>
      ),
    },
  ];
  return <Rows label={security.passkeysTitle} columns={columns} rows={passkeys} idOf={({ id }) => id} />;
}
