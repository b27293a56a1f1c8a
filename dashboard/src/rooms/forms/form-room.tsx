import { Anchor, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { read } from '../../api/reading';
import { useMay } from '../../api/session';
import { DetailFacts } from '../../kit/detail-facts';
import { DetailPage } from '../../kit/detail-page';
import { LastChange } from '../../kit/last-change';
import { joinFormMessages as words } from '../../messages/join-forms';
import { CopyValue } from '../../ui/copy-value';
import { Outline } from '../../ui/loaded';
import { RoomLink } from '../../ui/room-link';
import { Moment } from '../../ui/time';
import { Joins } from '../contacts/members';
import { FormStatus } from './form-status';
import { type FormLanguage, type JoinForm, valuesOf } from './form-values';

const SettingsForm = lazy(() => import('./settings-form'));
const SnippetPanel = lazy(() => import('./snippet-panel'));
const FormPreview = lazy(async () => ({ default: (await import('./form-preview')).FormPreview }));
const route = getRouteApi('/inside/forms/$id');

const addressOf = (id: string): string => `${window.location.origin}/subscribe/${id}`;

/** One form: the code to paste, and what it does. */
export function FormRoom() {
  const { id } = route.useParams();
  const mayChange = useMay('PATCH /dashboard-api/forms/{id}');
  return (
    <DetailPage
      id={id}
      query={useQuery(read('GET /dashboard-api/forms/{id}', { path: { id } }))}
      list={{ to: '/forms', label: words.all, reads: 'GET /dashboard-api/forms' }}
      name={words.form}
      title={({ name }) => name}
      status={({ enabled }) => <FormStatus isEnabled={enabled} />}
    >
      {(form) => (
        <>
          <LastChange of={id} />
          <DetailFacts
            of={[
              [words.joins, <Joins key="joins" of={id} />],
              [
                words.contacts,
                <RoomLink key="contacts" to={`/contacts?joined=form:${id}`}>
                  {words.viewContacts}
                </RoomLink>,
              ],
              [
                words.ownPage,
                <Group key="page" gap="sm">
                  <CopyValue name={words.ownPage} value={addressOf(id)} />
                  <Anchor href={addressOf(id)} target="_blank" rel="noreferrer" size="sm">
                    {words.openPage}
                  </Anchor>
                </Group>,
              ],
              [words.created, <Moment key="created" at={form.created_at} precision="minute" />],
            ]}
          />
          <Suspense fallback={<Outline />}>
            {mayChange ? <SettingsForm form={form} /> : <ReadOnlyPreview form={form} />}
            <SnippetPanel address={addressOf(id)} texts={valuesOf(form).texts} />
          </Suspense>
        </>
      )}
    </DetailPage>
  );
}

function ReadOnlyPreview({ form }: { readonly form: JoinForm }) {
  const [language, setLanguage] = useState<FormLanguage>('en');
  return <FormPreview values={valuesOf(form)} language={language} onLanguage={setLanguage} />;
}
