import { Badge, Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { team } from '../../api/changes';
import type { Person, Role } from '../../api/documents';
import { peopleQuery, sessionQuery } from '../../api/queries';
import { useSession } from '../../api/session';
import { Dim } from '../../kit/dim';
import { useGoing } from '../../kit/going';
import type { ListColumn } from '../../kit/list-column';
import { ListTable } from '../../kit/list-table';
import { useRemoval } from '../../kit/use-removal';
import { messages } from '../../messages';
import { settingMessages } from '../../messages/setting-rooms';
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

export default function PeopleRows({ people, mayManage }: PeopleRowsProps) {
  const { user } = useSession();
  const going = useGoing();
  const remove = useRemoval();
  const action: ListColumn<Person> = {
    title: words.removal.label,
    isActions: true,
    width: 110,
    cell: (person) =>
      person.id === user.id ? null : (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={words.removal.named(person.name)}
          onClick={() => remove(person, removal)}
        >
          {words.removal.label}
        </Button>
      ),
  };
  const columns = columnsFor(user.id, mayManage);
  const shown = useMemo(() => people.filter(({ id }) => !going.has(id)), [people, going]);
  return (
    <ListTable
      label={words.title}
      columns={mayManage ? [...columns, action] : columns}
      rows={shown}
      idOf={idOf}
      isWhole
    />
  );
}

const idOf = ({ id }: Person): string => id;

const columnsFor = (me: string, mayManage: boolean): readonly ListColumn<Person>[] => [
  {
    title: words.person,
    sortBy: ({ name }) => name,
    textOf: ({ name, email }) => `${name} <${email}>`,
    cell: (person) => <Who person={person} isMe={person.id === me} />,
  },
  {
    title: words.role,
    width: 152,
    sortBy: ({ role }) => roles.indexOf(role),
    cell: (person) => (mayManage ? <RoleChoice person={person} /> : names[person.role]),
  },
  {
    title: words.secondFactor,
    width: 124,
    isExtra: true,
    cell: ({ second_factor: has }) => (has ? names.yes : names.no),
  },
  {
    title: words.seen,
    width: 124,
    sortBy: ({ last_seen_at: at }) => at,
    cell: ({ last_seen_at: at }) => (at === null ? names.never : <When at={at} />),
  },
];

function Who({ person, isMe }: { readonly person: Person; readonly isMe: boolean }) {
  return (
    <span>
      <b>{person.name}</b>{' '}
      {isMe && (
        <Badge variant="light" color="gray" tt="none">
          {words.you}
        </Badge>
      )}{' '}
      {!person.address_proven && (
        <Badge variant="light" color="yellow" tt="none">
          {words.unproven}
        </Badge>
      )}{' '}
      <Dim>{person.email}</Dim>
    </span>
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
      miw={128}
      aria-label={words.roleOf(person.name)}
      value={change.isPending ? change.variables : person.role}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      disabled={change.isPending}
      data={roles.map((role) => ({ value: role, label: names[role] }))}
    />
  );
}
