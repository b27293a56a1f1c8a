import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { read } from '../../api/reading';
import { useMay } from '../../api/session';
import { DetailPage } from '../../kit/detail-page';
import { LastChange } from '../../kit/last-change';
import { joinFormMessages as words } from '../../messages/join-forms';
import { Outline } from '../../ui/loaded';
import { FormStatus } from './form-status';

const SettingsForm = lazy(() => import('./settings-form'));
const SnippetPanel = lazy(() => import('./snippet-panel'));
const route = getRouteApi('/inside/forms/$id');

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
          <Suspense fallback={<Outline />}>
            <SnippetPanel id={id} />
            {mayChange && <SettingsForm form={form} />}
          </Suspense>
        </>
      )}
    </DetailPage>
  );
}
