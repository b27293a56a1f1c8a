import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { peopleQuery } from '../../api/queries';
import { useMay, useSession } from '../../api/session';
import { settingMessages } from '../../messages/setting-rooms';
import { Loaded, Outline } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';

const route = getRouteApi('/inside/settings/people');
const { people } = settingMessages;
/** They come with the table, while the people are read. */
const PeopleRows = lazy(() => import('./people-rows'));
const InvitationsPanel = lazy(() => import('./invitations-panel'));
const TeamNameForm = lazy(() => import('./team-name-form'));
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
        <Suspense fallback={<Outline />}>
          <Loaded query={query}>{({ data }) => <PeopleRows people={data} mayManage={mayManage} />}</Loaded>
        </Suspense>
      </Panel>
      {mayManage && (
        <Suspense>
          <InvitationsPanel />
        </Suspense>
      )}
      {mayManage ? (
        <Suspense fallback={<Outline lines={1} />}>
          <TeamNameForm name={session.team?.name ?? ''} />
        </Suspense>
      ) : (
        <Panel title={people.teamTitle}>
          <Text size="sm">{session.team?.name}</Text>
        </Panel>
      )}
      {mayManage && isInviting && (
        <Suspense fallback={null}>
          <InviteDialog onClose={() => void navigate({ search: {}, replace: true })} />
        </Suspense>
      )}
    </Page>
  );
}
