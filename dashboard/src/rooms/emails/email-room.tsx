import '@mantine/core/styles/Tabs.css';
import { Alert, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { email as words } from '../../messages/email';
import { Back } from '../../ui/back';
import { Outline } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { ProblemNotice } from '../../ui/problem-notice';
import type { Overview } from './documents';
import { EmailActions } from './email-actions';
import { EmailHead } from './email-head';
import { overviewQuery } from './queries';
import { Recipients } from './recipients';
import { type Tab, tabNames } from './parameters';
import { Timeline } from './timeline';

const Content = lazy(() => import('./content'));
const Conversations = lazy(() => import('./conversations'));
const WebhookRequests = lazy(() => import('./webhook-requests'));
const Why = lazy(() => import('./why'));

const route = getRouteApi('/inside/emails/$id');

export function EmailRoom() {
  const { id } = route.useParams();
  const query = useQuery(overviewQuery(id));
  return (
    <Stack gap="sm">
      <Back to="/emails">{words.back}</Back>
      {query.isError && query.data === undefined ? (
        <Page title={words.back} isWide>
          <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
        </Page>
      ) : query.data === undefined ? (
        <Outline lines={8} />
      ) : (
        <Mail key={id} overview={query.data} />
      )}
    </Stack>
  );
}

function Mail({ overview }: { readonly overview: Overview }) {
  const { tab = 'timeline' } = route.useSearch();
  const navigate = route.useNavigate();
  const go = (next: string | null): void => {
    const known = tabNames.find((name) => name === next);
    void navigate({ search: known === undefined || known === 'timeline' ? {} : { tab: known }, resetScroll: false });
  };
  return (
    <Page
      title={overview.subject.trim() === '' ? words.noSubject : overview.subject}
      isWide
      actions={<EmailActions overview={overview} />}
    >
      {overview.erased && <Alert color="yellow">{words.erased}</Alert>}
      <EmailHead overview={overview} />
      <Tabs value={tab} onChange={go} keepMounted={false}>
        <Tabs.List aria-label={words.tabList}>
          {tabNames.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {words.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="md">
          <Suspense fallback={<Outline lines={5} />}>
            <Open tab={tab} overview={overview} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Open({ tab, overview }: { readonly tab: Tab; readonly overview: Overview }) {
  switch (tab) {
    case 'timeline':
      return (
        <Stack gap="lg">
          <Recipients overview={overview} />
          <Timeline overview={overview} />
        </Stack>
      );
    case 'content':
      return <Content overview={overview} />;
    case 'conversation':
      return <Conversations overview={overview} />;
    case 'webhooks':
      return <WebhookRequests id={overview.id} />;
    case 'why':
      return <Why overview={overview} />;
  }
}
