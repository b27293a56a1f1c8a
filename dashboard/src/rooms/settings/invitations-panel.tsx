import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { team } from '../../api/changes';
import type { Invitation } from '../../api/documents';
import { invitationsQuery } from '../../api/queries';
import type { ListColumn } from '../../kit/list-column';
import { ListTable } from '../../kit/list-table';
import { messages } from '../../messages';
import { keyMessages } from '../../messages/keys';
import { settingMessages } from '../../messages/setting-rooms';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { When } from '../../ui/time';
import { say, sayProblem } from '../../ui/toast';

const { words } = messages;
const { people } = settingMessages;

export default function InvitationsPanel() {
  const query = useQuery(invitationsQuery);
  return (
    <Panel title={people.invitations}>
      <Loaded query={query} lines={2}>
        {({ data }) =>
          data.length > 0 ? (
            <InvitationRows invitations={data} />
          ) : (
            <Text size="sm" c="dimmed">
              {people.invitationsEmpty}
            </Text>
          )
        }
      </Loaded>
    </Panel>
  );
}

function InvitationRows({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: ({ id }: Invitation) => team.revokeInvitation(id),
    onSuccess: async (_result, { email }) => {
      await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
      say(people.revoked(email));
    },
    onError: sayProblem,
  });
  const columns: readonly ListColumn<Invitation>[] = [
    {
      title: people.email,
      textOf: ({ email }) => email,
      cell: ({ email }) => <b>{email}</b>,
    },
    { title: people.role, width: 124, cell: ({ role }) => words[role] },
    { title: people.invitedAs, width: 124, isExtra: true, cell: ({ created_at: at }) => <When at={at} /> },
    { title: people.expires, width: 110, cell: ({ expires_at: at }) => <When at={at} /> },
    {
      title: keyMessages.removal.label,
      isActions: true,
      width: 110,
      cell: (invitation) => (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={people.revokeNamed(invitation.email)}
          loading={revoke.isPending && revoke.variables.id === invitation.id}
          onClick={() => revoke.mutate(invitation)}
        >
          {keyMessages.removal.label}
        </Button>
      ),
    },
  ];
  return <ListTable label={people.invitations} columns={columns} rows={invitations} idOf={({ id }) => id} isWhole />;
}
