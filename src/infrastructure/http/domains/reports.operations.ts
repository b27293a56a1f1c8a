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
  messages: count.describe('In the name of the domain, as receivers report them.'),
  passed: count.describe('Of these, those that passed DMARC: DKIM or SPF passed and is aligned.'),
  sources: z
    .array(
      z.strictObject({
        source: z.string().nullable().describe('IP address; null: several, of reports with more than 1,000.'),
        messages: count,
        passed: count,
        dkim: count.describe('DKIM passed and is aligned.'),
        spf: count.describe('SPF passed and is aligned.'),
        quarantined: count,
        rejected: count,
        domains: z.array(z.string()).describe('Domains of which DKIM or SPF passed: they say whose server it is.'),
      }),
    )
    .describe('The 200 with the most messages.'),
  reporters: z.array(
    z.strictObject({
      organization: z.string().describe('As its reports say it.'),
      sent_by: z
        .string()
        .nullable()
        .describe('The domain that is proven to have sent the reports. Null: unverified, anyone may have.'),
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
        succeeded: count.describe('Sessions.'),
        failed: count,
        failures: z.array(
          z.strictObject({
            result: z.string().describe('RFC 8460, section 4.3.'),
            host: z.string().nullable().describe('The mail host; null: not said.'),
            sessions: count,
          }),
        ),
      }),
    )
    .describe('How senders reached the mail hosts of the domain and its return path.'),
  records: z
    .array(
      z.strictObject({
        kind: z.enum(['dmarc', 'tls']),
        name: z.string(),
        value: z.string().describe('What to publish as TXT. An address that is there already stays.'),
        finding: z.enum(['verified', 'missing', 'different', 'unanswered']),
        found: z.array(z.string()),
      }),
    )
    .describe('DNS is asked when the question is asked. Empty where this server takes no email.'),
});

const narrowing = filters({
  days: oneOfFilter('days', ['7', '30', '90'], 'How many days back; 30 when it is absent.'),
});

export const getDomainReports = get({
  path: '/dashboard-api/domains/{id}/reports',
  summary: 'What DMARC reports and TLS reports say about a domain',
  parameters: [idParameter, ...narrowing.parameters],
  answer: domainReports,
  examples: {
    none: {
      summary: 'No report has come yet',
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
