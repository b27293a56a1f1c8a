import { IconCopy, IconSend, IconSpeakerphone, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/session';
import { DetailActions } from '../../kit/detail-actions';
import { DetailPage } from '../../kit/detail-page';
import { DetailTabs } from '../../kit/detail-tabs';
import { LastChange } from '../../kit/last-change';
import { templateMessages as words } from '../../messages/templates';
import { templateVersionWords } from '../../messages/template-versions';
import { type TabName, tabNames } from './parameters';
import { type Template, templateQuery } from './queries';
import { TemplateStatus } from './template-status';
import { useDuplicate } from './use-duplicate';

const ContentTab = lazy(() => import('./content-tab'));
const VersionsTab = lazy(() => import('./versions-tab'));
const UsageTab = lazy(() => import('./usage-tab'));
const DeleteDialog = lazy(() => import('./delete-dialog'));
const PublishDialog = lazy(() => import('./publish-dialog'));
const TestDialog = lazy(() => import('./test-dialog'));
const route = getRouteApi('/inside/templates/$id');

/** One template: its draft with a preview, its versions, and what became of it. */
export function TemplateRoom() {
  const { id } = route.useParams();
  const { tab = 'content' } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (next: TabName): void =>
    void navigate({ search: next === 'content' ? {} : { tab: next }, replace: true, resetScroll: false });
  return (
    <DetailPage
      id={id}
      query={useQuery(templateQuery(id))}
      list={{ to: '/templates', label: words.all, reads: 'GET /dashboard-api/templates' }}
      name={words.template}
      title={({ name }) => name}
      status={(template) => <TemplateStatus of={template} />}
      actions={(template) => <Actions template={template} />}
    >
      {(template) => (
        <>
          <LastChange of={template.id} />
          <DetailTabs label={words.parts} names={tabNames} words={words.tabs} open={tab} onOpen={open}>
            {tab === 'content' && <ContentTab template={template} />}
            {tab === 'versions' && <VersionsTab template={template} />}
            {tab === 'usage' && <UsageTab />}
          </DetailTabs>
        </>
      )}
    </DetailPage>
  );
}

type Dialog = 'delete' | 'publish' | 'test';

function Actions({ template }: { readonly template: Template }) {
  const [opened, setOpened] = useState<Dialog | null>(null);
  const navigate = route.useNavigate();
  const duplicate = useDuplicate();
  const mayCreate = useMay('POST /templates');
  const mayBroadcast = useMay('POST /broadcasts');
  const mayPublish = useMay('POST /templates/{template}/publish');
  const mayTest = useMay('POST /dashboard-api/templates/{template}/test');
  const mayDelete = useMay('DELETE /templates/{template}');
  const close = (): void => setOpened(null);
  return (
    <>
      <DetailActions
        primary={
          mayPublish
            ? { label: templateVersionWords.publish, Icon: IconUpload, onClick: () => setOpened('publish') }
            : undefined
        }
        more={[
          ...(mayTest ? [{ label: templateVersionWords.test, Icon: IconSend, onClick: () => setOpened('test') }] : []),
          ...(mayCreate ? [{ label: words.duplicate, Icon: IconCopy, onClick: () => duplicate(template) }] : []),
          ...(mayBroadcast
            ? [
                {
                  label: words.useAsBroadcast,
                  Icon: IconSpeakerphone,
                  onClick: () => void navigate({ to: '/broadcasts', search: { create: true, template: template.id } }),
                },
              ]
            : []),
          ...(mayDelete
            ? [{ label: words.removal.label, Icon: IconTrash, onClick: () => setOpened('delete'), isDangerous: true }]
            : []),
        ]}
      />
      <Suspense>
        {opened === 'publish' && <PublishDialog template={template} onClose={close} />}
        {opened === 'test' && <TestDialog template={template} onClose={close} />}
        {opened === 'delete' && (
          <DeleteDialog
            template={template}
            onClose={close}
            onDone={() => void navigate({ to: '/templates', search: {} })}
          />
        )}
      </Suspense>
    </>
  );
}
