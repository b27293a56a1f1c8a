import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { domains as words } from '../../messages/domains';
import { download } from '../../ui/download';
import { Panel } from '../../ui/panel';
import type { DomainFindings } from './documents';
import { ProviderHints } from './provider-hints';
import { notPublicHosts } from './public-name';
import { RecordEntry } from './record-entry';
import { zoneFile } from './zone-file';

/** What to publish, how each record stands, and what DNS showed where that is not right yet. */
export function RecordsPanel({ findings }: { readonly findings: DomainFindings }) {
  const { domain, data, origin, claim } = findings;
  const isSandbox = origin === 'sandbox';
  const intro = isSandbox ? words.recordsSandbox : claim === null ? words.recordsIntro : words.recordsLater;
  return (
    <Panel title={words.records} intro={intro} actions={isSandbox ? null : <ZoneFile findings={findings} />}>
      {!isSandbox && <NotPublic findings={findings} />}
      <Stack gap={0}>
        {domain.records.map((record, place) => (
          // A record's name and type: no two that are to be published have both in common.
          <RecordEntry
            key={`${record.name} ${record.type}`}
            record={record}
            finding={data[place]}
            isFirst={place === 0}
          />
        ))}
      </Stack>
      {!isSandbox && <ProviderHints />}
    </Panel>
  );
}

/** Before anything is copied: a record that names a host which cannot be reached from outside does harm. */
function NotPublic({ findings: { domain } }: { readonly findings: DomainFindings }) {
  const hosts = notPublicHosts(domain.records);
  if (hosts.length === 0) return null;
  return (
    <Alert color="yellow" title={words.notPublicTitle} icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
      {hosts.map(({ host, why }) => (
        <Text key={host} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {words.notPublic[why](host)}
        </Text>
      ))}
      <Text size="sm" mt="xs">
        {words.notPublicHint}
      </Text>
    </Alert>
  );
}

function ZoneFile({ findings: { domain, data } }: { readonly findings: DomainFindings }) {
  const save = (): void => {
    const records = domain.records.map(({ type, name, value, priority, record }, place) => {
      const { full_name: fullName = name, required = true } = data[place] ?? {};
      const comment = `${words.purposes[record] ?? record}, ${required ? words.needed : words.recommended}`;
      return { fullName, type, value, priority, comment };
    });
    download(`${domain.name}.zone`, zoneFile(domain.name, records), 'text/dns');
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
      {words.zoneFile}
    </Button>
  );
}
