import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { DetailPage } from '../../../kit/detail-page';
import { domainReports as words } from '../../../messages/domain-reports';
import { CopyIcon } from '../../../ui/copy-icon';
import { Panel } from '../../../ui/panel';
import { type Column, Rows } from '../../../ui/rows';
import type { DomainReports } from '../documents';
import { reportsQuery } from '../queries';

const route = getRouteApi('/inside/domains/$id/reports');

/** What receivers report about the email in the name of a domain, and senders about its mail hosts. */
export function ReportsRoom() {
  const { id } = route.useParams();
  return (
    <DetailPage
      id={id}
      query={useQuery(reportsQuery(id))}
      list={{ to: `/domains/${id}`, label: words.back, reads: 'GET /dashboard-api/domains' }}
      name={words.title}
      title={() => words.title}
    >
      {(reports) => <Reports of={reports} />}
    </DetailPage>
  );
}

function Reports({ of: { messages, passed, sources, reporters, tls, records } }: { readonly of: DomainReports }) {
  return (
    <>
      <Panel title={words.passed} intro={words.passedIntro}>
        <Text size="sm">{messages === 0 ? words.none : words.share(passed, messages)}</Text>
      </Panel>
      {sources.length > 0 && (
        <Panel title={words.sources} intro={words.sourcesIntro}>
          <Rows
            label={words.sources}
            columns={sourceColumns}
            rows={sources}
            idOf={({ source }) => source ?? words.several}
          />
        </Panel>
      )}
      {tls.length > 0 && (
        <Panel title={words.tls} intro={words.tlsIntro}>
          <Rows label={words.tls} columns={tlsColumns} rows={tls} idOf={(row) => `${row.domain} ${row.policy}`} />
        </Panel>
      )}
      {reporters.length > 0 && (
        <Panel title={words.reporters} intro={words.reportersIntro}>
          <Rows
            label={words.reporters}
            columns={reporterColumns}
            rows={reporters}
            idOf={({ organization, sent_by: sentBy }) => JSON.stringify([organization, sentBy])}
          />
        </Panel>
      )}
      {records.length > 0 && (
        <Panel title={words.records} intro={words.recordsIntro}>
          <Rows label={words.records} columns={recordColumns} rows={records} idOf={({ name }) => name} />
        </Panel>
      )}
    </>
  );
}

const sourceColumns: readonly Column<DomainReports['sources'][number]>[] = [
  { title: words.source, cell: ({ source }) => (source === null ? words.several : <code>{source}</code>) },
  { title: words.signedBy, cell: ({ domains }) => domains.join(', ') || words.no },
  { title: words.messages, cell: ({ messages }) => messages.toLocaleString() },
  { title: words.passed, cell: ({ passed, messages }) => words.share(passed, messages) },
  { title: words.dkim, cell: ({ dkim }) => dkim.toLocaleString() },
  { title: words.spf, cell: ({ spf }) => spf.toLocaleString() },
  { title: words.stopped, cell: ({ quarantined, rejected }) => (quarantined + rejected).toLocaleString() },
];

const tlsColumns: readonly Column<DomainReports['tls'][number]>[] = [
  { title: words.domain, cell: ({ domain }) => domain },
  { title: words.policy, cell: ({ policy }) => words.policies[policy] },
  { title: words.succeeded, cell: ({ succeeded }) => succeeded.toLocaleString() },
  { title: words.failed, cell: ({ failed }) => failed.toLocaleString() },
  {
    title: words.why,
    cell: ({ failures }) =>
      failures.length === 0
        ? words.no
        : failures.map(({ result, host, sessions }) => (
            <div key={`${result} ${host}`}>{words.failure(result, host, sessions)}</div>
          )),
  },
];

const reporterColumns: readonly Column<DomainReports['reporters'][number]>[] = [
  { title: words.organization, cell: ({ organization }) => organization },
  { title: words.sentBy, cell: ({ sent_by: sentBy }) => sentBy ?? words.unverified },
  { title: words.reports, cell: ({ reports }) => reports.toLocaleString() },
  { title: words.messages, cell: ({ messages }) => messages.toLocaleString() },
];

const recordColumns: readonly Column<DomainReports['records'][number]>[] = [
  { title: words.record, cell: ({ kind }) => words.kinds[kind] },
  { title: words.state, cell: ({ finding }) => words.findings[finding] },
  { title: words.name, cell: ({ name }) => <code>{name}</code> },
  {
    title: words.value,
    cell: ({ name, value }) => (
      <Group gap={4} wrap="nowrap" align="flex-start">
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {value}
        </Text>
        <CopyIcon label={`${words.value}: ${name}`} value={value} />
      </Group>
    ),
  },
];
