import { z } from 'zod';
import { type DomainReports, GetDomainReports } from '../../../application/domain-report/get-domain-reports.js';
import { type Answer, id as idParameter } from '../openapi/operation.js';
import { filters, oneOfFilter } from '../openapi/filters.js';
import { get } from '../openapi/served.js';
import { domainId } from '../openapi/shared-examples.js';
import { id, isoTime } from '../openapi/shared-schemas.js';

const count = z.int().min(0);

export const domainReports = z.strictObject({
  object: z.literal('domain_reports'),
  domain_id: id,
  from: isoTime,
  until: isoTime,
  messages: count.describe('The number of messages in the name of the domain, according to the reports.'),
  passed: count.describe('The number of these messages that passed DMARC: DKIM or SPF passed and is aligned.'),
  sources: z
    .array(
      z.strictObject({
        source: z
          .string()
          .nullable()
          .describe(
            'The IP address of the sending server. Null for the sum of other servers, if a report has more than 1,000 rows or if the reports name more than 10,000 servers.',
          ),
        messages: count,
        passed: count,
        dkim: count.describe('The number of messages for which DKIM passed and is aligned.'),
        spf: count.describe('The number of messages for which SPF passed and is aligned.'),
        quarantined: count,
        rejected: count,
        domains: z
          .array(z.string())
          .describe('The domains for which DKIM or SPF passed. They help to identify the server’s owner.'),
      }),
    )
    .describe('The 200 sending servers with the most messages.'),
  reporters: z.array(
    z.strictObject({
      organization: z.string().describe('The name of the reporting organization, according to its reports.'),
      sent_by: z
        .string()
        .nullable()
        .describe('The verified domain that sent the reports. Null if the sender is not verified.'),
      reports: count,
      messages: count,
      failed_sessions: count,
    }),
  ),
  tls: z
    .array(
      z.strictObject({
        policy: z.enum(['sts', 'tlsa', 'no-policy-found', 'other']),
        domain: z.string(),
        succeeded: count.describe('The number of successful TLS sessions.'),
        failed: count,
        failures: z.array(
          z.strictObject({
            result: z.string().describe('The result type (RFC 8460, section 4.3).'),
            host: z.string().nullable().describe('The mail host. Null if the report does not name it.'),
            sessions: count,
          }),
        ),
      }),
    )
    .describe('How sending servers connected to the mail hosts of the domain and its return path.'),
  records: z
    .array(
      z.strictObject({
        kind: z.enum(['dmarc', 'tls']),
        name: z.string(),
        value: z
          .string()
          .describe('The value to publish as a TXT record. It keeps the addresses that are already published.'),
        finding: z.enum(['verified', 'missing', 'different', 'unanswered']),
        found: z.array(z.string()),
      }),
    )
    .describe(
      'The records that request reports. Each request queries DNS. Empty if the server does not receive email.',
    ),
});

const narrowing = filters({
  days: oneOfFilter('days', ['7', '30', '90'], 'The number of days to include, until now (default: 30).'),
});

export const getDomainReports = get({
  path: '/dashboard-api/domains/{id}/reports',
  summary: 'Get the DMARC reports and TLS reports of a domain',
  parameters: [idParameter, ...narrowing.parameters],
  answer: domainReports,
  examples: {
    none: {
      summary: 'A domain without reports',
      answer: {
        ...{ object: 'domain_reports', domain_id: domainId },
        ...{ from: '2026-01-02T03:04:05.678Z', until: '2026-02-01T03:04:05.678Z' },
        ...{ messages: 0, passed: 0, sources: [], reporters: [], tls: [], records: [] },
      },
    },
  },
  runs: GetDomainReports,
  input: ({ teamId, path, query }) => ({ teamId, domainId: path.id, days: Number(narrowing.read(query).days ?? 30) }),
  isLongRead: () => true,
  present: (reports, _options, asked) => present(asked.domainId, reports),
});

function present(
  ofDomain: string,
  { from, until, messages, passed, sources, reporters, tls, records }: DomainReports,
): Answer<typeof domainReports> {
  return {
    object: 'domain_reports',
    domain_id: ofDomain,
    ...{ from, until, messages, passed },
    sources: sources.map(({ domains, ...figures }) => ({ ...figures, domains: [...domains].sort() })),
    reporters: reporters.map(({ sentBy, failedSessions, ...figures }) => ({
      ...figures,
      sent_by: sentBy,
      failed_sessions: failedSessions,
    })),
    tls: tls.map(({ type, failures, ...figures }) => ({
      policy: type,
      ...figures,
      failures: failures.map((failure) => ({ ...failure })),
    })),
    records: records.map((record) => ({ ...record, found: [...record.found] })),
  };
}
