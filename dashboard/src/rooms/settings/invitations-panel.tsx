import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { team } from '../../api/changes';
import type { Invitation } from '../../api/documents';
import { invitationsQuery } from '../../api/queries';
import { messages } from '../../messages';
import { keyMessages } from '../../messages/keys';
import { settingMessages } from '../../messages/setting-rooms';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { type Column, Rows } from '../../ui/rows';
import { When } from '../../ui/time';
import { say, sayProblem } from '../../ui/toast';

const { words } = messages;
const { people } = settingMessages;

export function InvitationsPanel() {
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
  const columns: readonly Column<Invitation>[] = [
    {
      title: people.email,
      cell: ({ email }) => (
        <Text size="sm" fw={600}>
          {email}
        </Text>
      ),
    },
    { title: people.role, cell: ({ role }) => words[role] },
    { title: people.invitedAs, cell: ({ created_at: at }) => <When at={at} /> },
    { title: people.expires, cell: ({ expires_at: at }) => <When at={at} /> },
    {
      title: keyMessages.removal.label,
      isActions: true,
      cell: (invitation) => (
        <Button
          size="xs"
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
  return <Rows label={people.invitations} columns={columns} rows={invitations} idOf={({ id }) => id} />;
}
