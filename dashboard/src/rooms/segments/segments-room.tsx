import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy } from 'react';
import { call } from '../../api/client';
import type { RowOf } from '../../api/operations';
import type { ListColumn } from '../../kit/list-column';
import { ListRoom } from '../../kit/list-room';
import { RowLink } from '../../kit/row-link';
import { membersWords } from '../../messages/members';
import { segmentMessages as words } from '../../messages/segments';
import { When } from '../../ui/time';
import { Members } from '../contacts/members';
import { segmentsQuery } from '../contacts/queries';

const AddForm = lazy(async () => ({ default: (await import('./add-form')).AddForm }));
const RenameForm = lazy(async () => ({ default: (await import('./rename-form')).RenameForm }));
const route = getRouteApi('/inside/segments');
type Segment = RowOf<'GET /dashboard-api/segments'>;

const kindWord = ({ filtered }: Pick<Segment, 'filtered'>) => words.kinds[filtered ? 'filter' : 'added'];
const columns: readonly ListColumn<Segment>[] = [
  {
    title: words.name,
    sortBy: ({ name }) => name,
    textOf: ({ name }) => name,
    cell: ({ id, name }) => (
      <RowLink to="/segments/$id" params={{ id }}>
        {name}
      </RowLink>
    ),
  },
  { title: membersWords.membersTitle, width: 130, cell: ({ id }) => <Members of={id} /> },
  { title: words.kind, width: 104, sortBy: kindWord, cell: kindWord },
  {
    title: words.created,
    width: 136,
    sortBy: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <When at={at} />,
  },
];

export function SegmentsRoom() {
  return (
    <ListRoom
      words={words}
      icon={IconFilter}
      query={useQuery(segmentsQuery)}
      columns={columns}
      nameOf={({ name }) => name}
      search={route.useSearch()}
      create={{ may: 'POST /segments', form: () => <AddForm /> }}
      edit={{ may: 'PATCH /segments/{id}', form: (segment, close) => <RenameForm segment={segment} onDone={close} /> }}
      remove={{
        may: 'DELETE /segments/{id}',
        send: (id, keepalive) => call('DELETE /segments/{id}', { path: { id }, keepalive }),
        list: 'GET /dashboard-api/segments',
      }}
    />
  );
}
