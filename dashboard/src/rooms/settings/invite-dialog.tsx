import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { Button, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { team } from '../../api/changes';
import type { CreatedInvitation, Role } from '../../api/documents';
import { installationQuery, invitationsQuery } from '../../api/queries';
import { messages } from '../../messages';
import { settingMessages } from '../../messages/setting-rooms';
import { Copyable } from '../../ui/copy';
import { ProblemNotice } from '../../ui/problem-notice';
import { useSubmit } from '../../ui/use-submit';
import { roles } from './people-rows';
import { Dialog } from '../../ui/dialog';

const { words, actions, roles: meanings } = messages;
const { people } = settingMessages;

export default function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<CreatedInvitation | null>(null);
  const leaves = useQuery(installationQuery).data?.notices_leave === true;
  return (
    <Dialog opened onClose={onClose} title={created === null ? people.invite : people.linkTitle}>
      {created === null ? (
        <InviteForm onCreated={setCreated} />
      ) : (
        <Stack gap="md">
          <Text size="sm">
            {!created.mail_sent ? people.linkNotMailed : leaves ? people.linkMailed : people.linkStays}
          </Text>
          <Copyable label={people.link} value={created.url} />
          <Button onClick={onClose}>{actions.done}</Button>
        </Stack>
      )}
    </Dialog>
  );
}

function InviteForm({ onCreated }: { readonly onCreated: (created: CreatedInvitation) => void }) {
  const queryClient = useQueryClient();
  const form = useForm<{ email: string; role: Role }>({ initialValues: { email: '', role: 'member' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: team.invite,
    onDone: async (created) => {
      onCreated(created);
      await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
    },
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput
          label={people.email}
          type="email"
          autoComplete="off"
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Radio.Group label={people.role} {...form.getInputProps('role')}>
          <Stack gap="xs" mt={6}>
            {roles.map((role) => (
              <Radio key={role} value={role} label={words[role]} description={meanings[role]} />
            ))}
          </Stack>
        </Radio.Group>
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending}>
          {people.inviteSubmit}
        </Button>
      </Stack>
    </form>
  );
}
