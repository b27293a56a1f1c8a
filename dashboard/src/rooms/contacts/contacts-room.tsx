import { Button } from '@mantine/core';
import { IconAddressBook, IconFileImport } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { call } from '../../api/client';
import { useMay } from '../../api/session';
import { read } from '../../api/reading';
import { type Choice, choicesAmong, choicesOf } from '../../kit/choices';
import { ExportAll } from '../../kit/export-all';
import { ListRoom } from '../../kit/list-room';
import { contactMessages as words } from '../../messages/contacts';
import { Outline } from '../../ui/loaded';
import { contactColumns } from './contact-columns';
import type { ContactRow } from './documents';
import { contactFilters, contactsQuery, formsQuery, segmentsQuery, topicsQuery } from './queries';

const AddForm = lazy(async () => ({ default: (await import('./contact-forms')).AddForm }));
const ContactBulk = lazy(() => import('./bulk'));
const FirstContact = lazy(() => import('./first-contact'));
const route = getRouteApi('/inside/contacts');

const bulk = (rows: readonly ContactRow[], clear: () => void) => <ContactBulk rows={rows} onClear={clear} />;

export function ContactsRoom() {
  const search = route.useSearch();
  const watched = contactsQuery(search);
  const mayExport = useMay('POST /dashboard-api/exports');
  const segments = choicesAmong(useQuery(segmentsQuery).data?.data ?? []);
  const topics = (useQuery(topicsQuery).data?.data ?? []).flatMap(({ id, name }) => [
    { value: `in:${id}`, label: words.saidYes(name) },
    { value: `out:${id}`, label: words.saidNo(name) },
  ]);
  const joined = useJoined(search.joined);
  return (
    <ListRoom
      words={words}
      icon={IconAddressBook}
      query={useInfiniteQuery(watched)}
      watched={watched}
      columns={contactColumns}
      nameOf={({ email }) => email}
      search={search}
      filters={[
        { name: 'search', label: words.search },
        ...(segments.length > 0 ? [{ name: 'segment', label: words.segment, options: segments } as const] : []),
        { name: 'unsubscribed', label: words.state, options: choicesOf(words.states) },
        ...(topics.length > 0 ? [{ name: 'topic', label: words.topic, options: topics } as const] : []),
        ...(joined.length > 0 ? [{ name: 'joined', label: words.joined, options: joined } as const] : []),
      ]}
      filterActions={mayExport && <ExportAll kind="contacts" filters={contactFilters(search)} />}
      bulk={bulk}
      create={{ may: 'POST /contacts', form: (close) => <AddForm onDone={close} />, orElse: <ImportButton /> }}
      remove={{
        may: 'DELETE /contacts/{contact}',
        send: (id, keepalive) => call('DELETE /contacts/{contact}', { path: { contact: id }, keepalive }),
        list: 'GET /dashboard-api/contacts',
      }}
      first={
        <Suspense fallback={<Outline />}>
          <FirstContact />
        </Suspense>
      }
    />
  );
}

/** By which form; or by the import whose page led here. */
function useJoined(chosen: string | undefined): readonly Choice[] {
  const forms = useQuery(formsQuery).data?.data ?? [];
  const [kind, id = ''] = chosen?.split(':') ?? [];
  const path = { path: { id } };
  const found = useQuery({ ...read('GET /dashboard-api/contacts/imports/{id}', path), enabled: kind === 'import' });
  const file = found.data?.file_name ?? null;
  return [
    ...forms.map((form) => ({ value: `form:${form.id}`, label: words.byForm(form.name) })),
    ...(kind === 'import' ? [{ value: `import:${id}`, label: words.byImport(file) }] : []),
  ];
}

function ImportButton() {
  const mayImport = useMay('POST /contacts/imports');
  const navigate = route.useNavigate();
  if (!mayImport) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconFileImport size={16} aria-hidden />}
      onClick={() => void navigate({ to: '/imports', search: { create: true } })}
    >
      {words.import}
    </Button>
  );
}
