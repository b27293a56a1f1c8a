import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy } from 'react';
import { DetailTabs } from '../../kit/detail-tabs';
import { email as words } from '../../messages/email';
import type { Overview } from './documents';
import { EmailFacts } from './email-facts';
import { type Tab, tabNames } from './parameters';
import { Recipients } from './recipients';
import { Timeline } from './timeline';

const Content = lazy(() => import('./content'));
const Conversations = lazy(() => import('./conversations'));
const Insights = lazy(() => import('./insights'));
const WebhookRequests = lazy(() => import('./webhook-requests'));
const Why = lazy(() => import('./why'));

const route = getRouteApi('/inside/emails/$id');

/** What is below the answer: the facts, and the views of what happened. */
export default function EmailParts({ overview }: { readonly overview: Overview }) {
  const { tab = 'timeline' } = route.useSearch();
  const navigate = route.useNavigate();
  const go = (next: Tab): void =>
    void navigate({ search: next === 'timeline' ? {} : { tab: next }, resetScroll: false });
  return (
    <>
      <EmailFacts overview={overview} />
      <DetailTabs label={words.tabList} names={tabNames} words={words.tabs} open={tab} onOpen={go}>
        <Open tab={tab} overview={overview} />
      </DetailTabs>
    </>
  );
}

function Open({ tab, overview }: { readonly tab: Tab; readonly overview: Overview }) {
  switch (tab) {
    case 'timeline':
      return (
        <Stack gap="lg">
          {overview.recipients.length > 1 && <Recipients overview={overview} />}
          <Timeline overview={overview} />
        </Stack>
      );
    case 'content':
      return <Content overview={overview} />;
    case 'insights':
      return <Insights id={overview.id} />;
    case 'conversation':
      return <Conversations overview={overview} />;
    case 'webhooks':
      return <WebhookRequests id={overview.id} />;
    case 'why':
      return <Why overview={overview} />;
  }
}
