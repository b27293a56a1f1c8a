import { IconForms } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy } from 'react';
import { call } from '../../api/client';
import type { RowOf } from '../../api/operations';
import { read } from '../../api/reading';
import { Dim } from '../../kit/dim';
import type { ListColumn } from '../../kit/list-column';
import { ListRoom } from '../../kit/list-room';
import { propertyMessages as words } from '../../messages/contact-properties';
import { When } from '../../ui/time';

const forms = () => import('./property-forms');
const AddForm = lazy(async () => ({ default: (await forms()).AddForm }));
const EditForm = lazy(async () => ({ default: (await forms()).EditForm }));
const route = getRouteApi('/inside/contact-properties');
type Property = RowOf<'GET /dashboard-api/contact-properties'>;

const columns: readonly ListColumn<Property>[] = [
  { title: words.key, sortBy: ({ key }) => key, textOf: ({ key }) => key, cell: ({ key }) => <b>{key}</b> },
  { title: words.type, width: '15%', sortBy: ({ type }) => type, cell: ({ type }) => words.types[type] },
  {
    title: words.fallback,
    width: '30%',
    textOf: ({ fallback_value: value }) => String(value ?? ''),
    cell: ({ fallback_value: value }) => (value === null ? <Dim>{words.none}</Dim> : String(value)),
  },
  {
    title: words.created,
    width: 136,
    sortBy: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <When at={at} />,
  },
];

export function PropertiesRoom() {
  return (
    <ListRoom
      words={words}
      icon={IconForms}
      query={useQuery(read('GET /dashboard-api/contact-properties'))}
      columns={columns}
      nameOf={({ key }) => key}
      search={route.useSearch()}
      create={{ may: 'POST /contact-properties', form: (close) => <AddForm onDone={close} /> }}
      edit={{ may: 'PATCH /contact-properties/{id}', form: ({ id }, close) => <EditForm id={id} onDone={close} /> }}
      remove={{
        may: 'DELETE /contact-properties/{id}',
        send: (id, keepalive) => call('DELETE /contact-properties/{id}', { path: { id }, keepalive }),
        list: 'GET /dashboard-api/contact-properties',
      }}
    />
  );
}
