import { IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy } from 'react';
import { call } from '../../api/client';
import type { RowOf } from '../../api/operations';
import { read } from '../../api/reading';
import { Dim } from '../../kit/dim';
import type { ListColumn } from '../../kit/list-column';
import { ListRoom } from '../../kit/list-room';
import { membersWords } from '../../messages/members';
import { topicMessages as words } from '../../messages/topics';
import { When } from '../../ui/time';
import { Subscribers } from '../contacts/members';

const forms = () => import('./topic-forms');
const AddForm = lazy(async () => ({ default: (await forms()).AddForm }));
const EditForm = lazy(async () => ({ default: (await forms()).EditForm }));
const route = getRouteApi('/inside/topics');
type Topic = RowOf<'GET /dashboard-api/topics'>;

const textOf = ({ name, description }: Topic) => (description === '' ? name : `${name} – ${description}`);
const columns: readonly ListColumn<Topic>[] = [
  {
    title: words.name,
    sortBy: ({ name }) => name,
    textOf,
    cell: ({ name, description }) => (
      <>
        <b>{name}</b> {description !== null && <Dim>{description}</Dim>}
      </>
    ),
  },
  { title: membersWords.subscribersTitle, width: 120, cell: ({ id }) => <Subscribers of={id} /> },
  {
    title: words.default,
    width: 148,
    sortBy: ({ default_subscription: value }) => words.defaults[value],
    cell: ({ default_subscription: value }) => words.defaults[value],
  },
  {
    title: words.visibility,
    width: '15%',
    sortBy: ({ visibility }) => visibility,
    cell: ({ visibility }) => words.visibilities[visibility],
  },
  {
    title: words.created,
    width: 136,
    isExtra: true,
    sortBy: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <When at={at} />,
  },
];

export function TopicsRoom() {
  return (
    <ListRoom
      words={words}
      icon={IconTags}
      query={useQuery(read('GET /dashboard-api/topics'))}
      columns={columns}
      nameOf={({ name }) => name}
      search={route.useSearch()}
      create={{ may: 'POST /topics', form: (close) => <AddForm onDone={close} /> }}
      edit={{ may: 'PATCH /topics/{id}', form: ({ id }, close) => <EditForm id={id} onDone={close} /> }}
      remove={{
        may: 'DELETE /topics/{id}',
        send: (id, keepalive) => call('DELETE /topics/{id}', { path: { id }, keepalive }),
        list: 'GET /dashboard-api/topics',
      }}
    />
  );
}
