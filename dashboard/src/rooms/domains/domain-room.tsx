import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMay } from '../../api/session';
import { LastChange } from '../../kit/last-change';
import { DetailPage } from '../../kit/detail-page';
import { domains as words } from '../../messages/domains';
import { Outline } from '../../ui/loaded';
import { RoomLink } from '../../ui/room-link';
import { Moment } from '../../ui/time';
import type { DomainFindings } from './documents';
import { findingsQuery } from './queries';
import { RecordsPanel } from './records-panel';
import { SentRecently } from './sent-recently';
import { DomainStatus, meaningOf } from './standing';
import { Verify } from './verify';

/* Below the records, or seldom there: loaded after what a first visit shows. */
const ClaimPanel = lazy(() => import('./claim-panel'));
const FormerPanel = lazy(() => import('./former-panel'));
const LowerPanels = lazy(() => import('./lower-panels'));

const route = getRouteApi('/inside/domains/$id');

export function DomainRoom() {
  const { id } = route.useParams();
  return (
    <DetailPage
      id={id}
      query={useQuery(findingsQuery(id))}
      list={{ to: '/domains', label: words.back, reads: 'GET /dashboard-api/domains' }}
      name={words.title}
      title={({ domain }) => domain.name}
      status={({ origin, status }) => <DomainStatus status={origin === 'sandbox' ? 'sandbox' : status} />}
    >
      {(findings) => <Domain findings={findings} />}
    </DetailPage>
  );
}

function Domain({ findings }: { readonly findings: DomainFindings }) {
  const { domain, origin, claim, former_tracking: former, dns_provider: provider } = findings;
  const mayChange = useMay('PATCH /domains/{id}');
  const isSandbox = origin === 'sandbox';
  const isHeld = claim === null;
  // Nothing leaves before the records were found once.
  const mayHaveSent = !isSandbox && isHeld && domain.status !== 'not_started';
  return (
    <>
      <Stack gap="xs" align="flex-start">
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {domain.region} · {words.added} <Moment at={domain.created_at} precision="minute" />
            {provider !== null && ` · ${words.provider}: ${provider}`} · {words.sentRecently}:{' '}
            <SentRecently id={domain.id} />
            {mayHaveSent && (
              <>
                {' · '}
                <RoomLink to={`/domains/${domain.id}/health`} isInText>
                  {words.health}
                </RoomLink>
                {' · '}
                <RoomLink to={`/domains/${domain.id}/reports`} isInText>
                  {words.reports}
                </RoomLink>
              </>
            )}
          </Text>
          <LastChange of={domain.id} />
        </Group>
        <Text maw={720}>{meaningOf(findings)}</Text>
        {!isSandbox && isHeld && <Verify findings={findings} mayChange={mayChange} />}
      </Stack>
      {claim !== null && (
        <Suspense fallback={<Outline />}>
          <ClaimPanel claim={claim} mayChange={mayChange} />
        </Suspense>
      )}
      <RecordsPanel findings={findings} />
      {former.length > 0 && (
        <Suspense fallback={<Outline />}>
          <FormerPanel former={former} />
        </Suspense>
      )}
      <Suspense fallback={<Outline />}>
        <LowerPanels findings={findings} mayChange={mayChange} />
      </Suspense>
    </>
  );
}
