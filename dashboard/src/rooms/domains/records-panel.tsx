import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { domains as words } from '../../messages/domains';
import { download } from '../../ui/download';
import { Panel } from '../../ui/panel';
import classes from './domains.module.css';
import type { DomainFindings } from './documents';
import { notPublicHosts } from './public-name';
import { purposeOf } from './purpose';
import { commonAdvice, notPublished } from './records';
import { RecordsTable } from './records-table';
import { zoneFile } from './zone-file';

/** What to publish, how each record stands, and what DNS showed where that is not right yet. */
export function RecordsPanel({ findings }: { readonly findings: DomainFindings }) {
  const { domain, data, origin, claim } = findings;
  const isSandbox = origin === 'sandbox';
  const common = commonAdvice(data);
  const intro = isSandbox ? words.recordsSandbox : claim === null ? words.recordsIntro : words.recordsLater;
  return (
    <Panel title={words.records} intro={intro} actions={isSandbox ? null : <ZoneFile findings={findings} />}>
      {!isSandbox && <NotPublic findings={findings} />}
      <Causes findings={findings} common={common} />
      <RecordsTable
        entries={domain.records.map((record, place) => ({ record, finding: data[place] }))}
        common={new Set(common)}
      />
      {!isSandbox && <ProviderHints />}
    </Panel>
  );
}

/** One sentence for one cause, however many records it is the cause of. */
function Causes({ findings, common }: { readonly findings: DomainFindings; readonly common: readonly string[] }) {
  const { data, dns_provider: provider, name_servers: servers } = findings;
  const missing = notPublished(data);
  const isMissing = missing > 0;
  if (!isMissing && common.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" icon={<IconInfoCircle size={18} aria-hidden />}>
      {isMissing && <Text size="sm">{words.toAdd(missing, provider)}</Text>}
      {isMissing && servers.length > 0 && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {words.nameServers(servers.join(', '))}
        </Text>
      )}
      {common
        .filter((sentence) => !saysMissing(findings, sentence))
        .map((sentence) => (
          <Text key={sentence} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {sentence}
          </Text>
        ))}
    </Alert>
  );
}

const saysMissing = ({ data }: DomainFindings, sentence: string): boolean =>
  data.some(({ advice, advice_codes: codes }) => codes[advice.indexOf(sentence)] === 'not-published');

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
    const records = domain.records.map((record, place) => {
      const { type, name, value, priority } = record;
      const { full_name: fullName = name, required = true } = data[place] ?? {};
      const comment = `${purposeOf(record)}, ${required ? words.needed : words.recommended}`;
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

/** What differs between the forms of DNS providers, once for all records. */
function ProviderHints() {
  return (
    <details>
      <summary className={classes['summary']}>{words.hintsTitle}</summary>
      <Text size="sm" component="ul" mt="sm" className={classes['hints'] ?? ''}>
        {words.hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </Text>
    </details>
  );
}
