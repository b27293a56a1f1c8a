import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMay } from '../../api/session';
import { domains as words } from '../../messages/domains';
import { Copyable } from '../../ui/copy';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';
import { Moment } from '../../ui/time';
import { ClaimPanel } from './claim-panel';
import { DeletePanel } from './delete-panel';
import { DmarcPanel } from './dmarc-panel';
import type { DomainFindings } from './documents';
import { FormerPanel } from './former-panel';
import { findingsQuery } from './queries';
import { RecordsPanel } from './records-panel';
import { SettingsPanel } from './settings-panel';
import { DomainStatus, meaningOf } from './standing';
import { Verify } from './verify';

const route = getRouteApi('/inside/domains/$id');

export function DomainRoom() {
  const { id } = route.useParams();
  const query = useQuery(findingsQuery(id));
  return (
    <Page title={query.data?.domain.name ?? words.title} actions={<Back />}>
      <Loaded query={query} lines={8}>
        {(findings) => <Domain findings={findings} />}
      </Loaded>
    </Page>
  );
}

function Back() {
  return (
    <Anchor component={Link} to="/domains" size="sm">
      <Group gap={4} component="span">
        <IconArrowLeft size={16} aria-hidden />
        {words.back}
      </Group>
    </Anchor>
  );
}

function Domain({ findings }: { readonly findings: DomainFindings }) {
  const { domain, origin, status, claim, former_tracking: former } = findings;
  const mayChange = useMay('manageDomains');
  const isSandbox = origin === 'sandbox';
  const isHeld = claim === null;
  return (
    <>
      <Stack gap="xs" align="flex-start">
        <Group gap="sm">
          <DomainStatus status={isSandbox ? 'sandbox' : status} />
          <Text size="sm" c="dimmed">
            {domain.region} · {words.added} <Moment at={domain.created_at} precision="minute" />
          </Text>
        </Group>
        <Text maw={720}>{meaningOf(findings)}</Text>
        {!isSandbox && isHeld && <Verify findings={findings} mayChange={mayChange} />}
      </Stack>
      {claim !== null && <ClaimPanel claim={claim} mayChange={mayChange} />}
      <RecordsPanel findings={findings} />
      {former.length > 0 && <FormerPanel former={former} />}
      {!isSandbox && isHeld && <DmarcPanel id={domain.id} checkedAt={findings.last_checked_at} />}
      <SettingsPanel findings={findings} mayChange={mayChange && !isSandbox} />
      <Panel title={words.id}>
        <Copyable label={words.id} value={domain.id} />
      </Panel>
      {origin === 'team' && isHeld && mayChange && <DeletePanel id={domain.id} name={domain.name} />}
    </>
  );
}
