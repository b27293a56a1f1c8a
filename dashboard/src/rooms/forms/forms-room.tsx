import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy } from 'react';
import { call } from '../../api/client';
import type { RowOf } from '../../api/operations';
import { read } from '../../api/reading';
import type { ListColumn } from '../../kit/list-column';
import { ListRoom } from '../../kit/list-room';
import { RowLink } from '../../kit/row-link';
import { joinFormMessages as words } from '../../messages/join-forms';
import { When } from '../../ui/time';
import { Joins } from '../contacts/members';
import { topicsQuery } from '../contacts/queries';
import { FormStatus } from './form-status';

const AddForm = lazy(async () => ({ default: (await import('./add-form')).AddForm }));
const route = getRouteApi('/inside/forms');
type JoinForm = RowOf<'GET /dashboard-api/forms'>;

export function FormsRoom() {
  const topics = useQuery(topicsQuery).data?.data ?? [];
  const topicsOf = (form: JoinForm): string =>
    form.topics.map(({ topic_id: id }) => topics.find((each) => each.id === id)?.name ?? words.deletedTopic).join(', ');
  return (
    <ListRoom
      words={words}
      icon={IconUserPlus}
      query={useQuery(read('GET /dashboard-api/forms'))}
      columns={columnsWith(topicsOf)}
      nameOf={({ name }) => name}
      search={route.useSearch()}
      create={{ may: 'POST /dashboard-api/forms', form: () => <AddForm /> }}
      remove={{
        may: 'DELETE /dashboard-api/forms/{id}',
        send: (id, keepalive) => call('DELETE /dashboard-api/forms/{id}', { path: { id }, keepalive }),
        list: 'GET /dashboard-api/forms',
      }}
    />
  );
}

const sitesOf = ({ origins }: JoinForm): string => (origins.length === 0 ? words.ownPageOnly : origins.join(', '));

const columnsWith = (topicsOf: (form: JoinForm) => string): readonly ListColumn<JoinForm>[] => [
  {
    title: words.name,
    sortBy: ({ name }) => name,
    textOf: ({ name }) => name,
    cell: ({ id, name }) => (
      <RowLink to="/forms/$id" params={{ id }}>
        {name}
      </RowLink>
    ),
  },
  { title: words.joins, width: 96, cell: ({ id }) => <Joins of={id} /> },
  { title: words.topics, width: '22%', sortBy: topicsOf, textOf: topicsOf, cell: topicsOf },
  { title: words.sites, width: '22%', sortBy: sitesOf, textOf: sitesOf, cell: sitesOf, isExtra: true },
  {
    title: words.status,
    width: 96,
    sortBy: ({ enabled }) => String(enabled),
    cell: ({ enabled }) => <FormStatus isEnabled={enabled} />,
  },
  {
    title: words.created,
    width: 124,
    sortBy: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <When at={at} />,
  },
];
