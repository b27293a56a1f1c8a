import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { LastChange } from '../../kit/last-change';
import { DetailPage } from '../../kit/detail-page';
import { webhooks as words } from '../../messages/webhooks';
import { Figure } from '../../ui/figure';
import { Outline } from '../../ui/loaded';
import { When } from '../../ui/time';
import type { Standing } from './documents';
import { EndpointActions } from './endpoint-actions';
import { standingQuery } from './queries';
import { StandingNotice } from './standing-notice';
import { EndpointState, maskedUrl, shareTaken } from './state';

/* How it stands comes first, and what is below a moment later. */
const FiguresPanel = lazy(() => import('./figures-panel'));
const SettingsPanel = lazy(() => import('./settings-panel'));
const ReplaysPanel = lazy(() => import('./replays-panel'));
const MessagesPanel = lazy(() => import('./messages-panel'));
const EndpointDialogs = lazy(() => import('./endpoint-dialogs'));

const route = getRouteApi('/inside/webhooks/$id');

/** One endpoint: what is wrong with it, its figures, what it is, and what it was sent. */
export function WebhookRoom() {
  const { id } = route.useParams();
  return (
    <DetailPage
      id={id}
      query={useQuery(standingQuery(id))}
      list={{ to: '/webhooks', label: words.all, reads: 'GET /dashboard-api/webhooks' }}
      name={words.endpoint}
      title={({ endpoint }) => maskedUrl(endpoint)}
      status={(endpoint) => <EndpointState of={endpoint} />}
      actions={(endpoint) => <EndpointActions endpoint={endpoint} />}
      callout={(endpoint) => <StandingNotice endpoint={endpoint} />}
    >
      {(endpoint) => (
        <>
          <LastChange of={endpoint.id} />
          <Figures endpoint={endpoint} />
          <Suspense fallback={<Outline lines={8} />}>
            <FiguresPanel endpointId={id} />
            <SettingsPanel endpoint={endpoint} />
            <ReplaysPanel endpoint={endpoint} />
            <MessagesPanel endpointId={id} />
            <EndpointDialogs endpoint={endpoint} />
          </Suspense>
        </>
      )}
    </DetailPage>
  );
}

function Figures({ endpoint }: { readonly endpoint: Standing }) {
  const { recent, retrying, retrying_since: since } = endpoint;
  const share = shareTaken(endpoint);
  return (
    <Group align="stretch" gap="md">
      <Figure
        label={words.taken}
        value={share === null ? '–' : words.takenShare(share)}
        note={recent.messages === 0 ? words.nothingSent : words.ofLast(recent.messages)}
      />
      <Figure
        label={words.waiting}
        value={retrying}
        note={
          since === null ? (
            words.noneWaits
          ) : (
            <>
              {words.oldest} <When at={since} />
            </>
          )
        }
      />
      <Figure label={words.givenUp} value={recent.failed} note={words.givenUpNote} />
    </Group>
  );
}
