import { Badge, Button, Group, NativeSelect, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { team } from '../../api/changes';
import type { Person, Role } from '../../api/documents';
import { peopleQuery, sessionQuery } from '../../api/queries';
import { useSession } from '../../api/session';
import { useGoing } from '../../kit/going';
import { useRemoval } from '../../kit/use-removal';
import { messages } from '../../messages';
import { settingMessages } from '../../messages/setting-rooms';
import { type Column, Rows } from '../../ui/rows';
import { When } from '../../ui/time';
import { say, sayProblem } from '../../ui/toast';

const { words: names } = messages;
const { people: words } = settingMessages;
export const roles: readonly Role[] = ['admin', 'member', 'read-only'];

const removal = { words: words.removal, send: team.removePerson, list: 'GET /dashboard-api/people' } as const;

interface PeopleRowsProps {
  readonly people: readonly Person[];
  readonly mayManage: boolean;
}

export function PeopleRows({ people, mayManage }: PeopleRowsProps) {
  const { user } = useSession();
  const going = useGoing();
  const remove = useRemoval();
  const columns: Column<Person>[] = [
    { title: words.person, cell: (person) => <Who person={person} isMe={person.id === user.id} /> },
    {
      title: words.role,
      cell: (person) => (mayManage ? <RoleChoice person={person} /> : names[person.role]),
    },
    { title: words.secondFactor, cell: ({ second_factor: has }) => (has ? names.yes : names.no) },
    { title: words.seen, cell: ({ last_seen_at: at }) => (at === null ? names.never : <When at={at} />) },
  ];
  const action: Column<Person> = {
    title: words.removal.label,
    isActions: true,
    cell: (person) =>
      person.id === user.id ? null : (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={words.removal.named(person.name)}
          onClick={() => remove(person, removal)}
        >
          {words.removal.label}
        </Button>
      ),
  };
  const shown = people.filter(({ id }) => !going.has(id));
  return (
    <Rows label={words.title} columns={mayManage ? [...columns, action] : columns} rows={shown} idOf={({ id }) => id} />
  );
}

function Who({ person, isMe }: { readonly person: Person; readonly isMe: boolean }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" fw={600}>
          {person.name}
        </Text>
        {isMe && (
          <Badge variant="light" color="gray" tt="none">
            {words.you}
          </Badge>
        )}
        {!person.address_proven && (
          <Badge variant="light" color="yellow" tt="none">
            {words.unproven}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {person.email}
      </Text>
    </div>
  );
}

function RoleChoice({ person }: { readonly person: Person }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (role: Role) => team.changeRole(person.id, role),
    onSuccess: (_result, role) => say(words.roleChanged(person.name, names[role])),
    onError: sayProblem,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ]),
  });
  const choose = (chosen: string): void => {
    const role = roles.find((each) => each === chosen);
    if (role !== undefined) change.mutate(role);
  };
  return (
    <NativeSelect
      size="xs"
      miw={116}
      aria-label={words.roleOf(person.name)}
      value={change.isPending ? change.variables : person.role}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      disabled={change.isPending}
      data={roles.map((role) => ({ value: role, label: names[role] }))}
    />
  );
}
