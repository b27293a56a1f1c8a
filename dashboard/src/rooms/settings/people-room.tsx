import { Button, Text, TextInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { team } from '../../api/changes';
import { peopleQuery, sessionQuery, teamQuery } from '../../api/queries';
import { useMay, useSession } from '../../api/session';
import { messages } from '../../messages';
import { settingMessages } from '../../messages/setting-rooms';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';
import { InvitationsPanel } from './invitations-panel';
import { PeopleRows } from './people-rows';

const route = getRouteApi('/inside/settings/people');
const { actions } = messages;
const { people, profile } = settingMessages;
const InviteDialog = lazy(() => import('./invite-dialog'));

export function PeopleRoom() {
  const session = useSession();
  const mayManage = useMay('PATCH /dashboard-api/people/{id}');
  const { create: isInviting = false } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(peopleQuery);
  const invite = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => void navigate({ search: { create: true } })}
    >
      {people.invite}
    </Button>
  );
  return (
    <Page intro={people.intro} actions={mayManage ? invite : null}>
      <Panel title={people.title}>
        <Loaded query={query}>{({ data }) => <PeopleRows people={data} mayManage={mayManage} />}</Loaded>
      </Panel>
      {mayManage && <InvitationsPanel />}
      <Panel title={people.teamTitle}>
        {mayManage ? <TeamNameForm name={session.team?.name ?? ''} /> : <Text size="sm">{session.team?.name}</Text>}
      </Panel>
      {mayManage && isInviting && (
        <Suspense fallback={null}>
          <InviteDialog onClose={() => void navigate({ search: {}, replace: true })} />
        </Suspense>
      )}
    </Page>
  );
}

function TeamNameForm({ name: shown }: { readonly name: string }) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { name: shown } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ name }) => team.change({ name }),
    onDone: async (changed) => {
      queryClient.setQueryData(teamQuery.queryKey, changed);
      await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
      say(profile.saved);
    },
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md" maw={420} align="flex-start">
        <TextInput label={people.teamName} required withAsterisk={false} w="100%" {...form.getInputProps('name')} />
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" variant="default" loading={isPending}>
          {actions.save}
        </Button>
      </Stack>
    </form>
  );
}
