import { z } from 'zod';
import { type DataOf, event, type EventIn, type EventOf, streams } from '../shared/event.js';
import { verdicts } from '../shared/verdicts.js';

const about = {
  teamId: z.string(),
  domainId: z.string(),
  /** Unique within the organization. */
  reportId: z.string(),
  /** As the report says it: anyone can write any name. */
  organization: z.string(),
  /** The domain that SPF, DKIM or DMARC proved to have sent the report; null: anyone may have. */
  sentBy: z.string().nullable(),
  /** What the email proved that brought it; null: it was not checked. */
  verdicts: verdicts.nullable(),
  /** ISO 8601: the time that it is about. */
  begin: z.string(),
  end: z.string(),
};

const dmarcPolicy = z.enum(['none', 'quarantine', 'reject']);

const dmarcRow = z.object({
  /** IPv4 or IPv6; null: several, of a report with too many of them. */
  source: z.string().nullable(),
  messages: z.number(),
  /** What the receiver did with them. */
  disposition: dmarcPolicy,
  /** Whether it passed and is aligned with From; one of the two is enough. */
  dkim: z.boolean(),
  spf: z.boolean(),
  headerFrom: z.string(),
  /** Domains that passed, aligned or not: they say whose server it is. */
  dkimDomains: z.array(z.string()),
  spfDomain: z.string().nullable(),
});
export type DmarcRow = DataOf<typeof dmarcRow>;

/** RFC 7489 §7.2: what a receiver found in email that has this domain, or one below, in its From. */
const dmarcReportReceived = event('DmarcReportReceived', {
  data: z.object({ ...about, policyDomain: z.string(), policy: dmarcPolicy.nullable(), rows: z.array(dmarcRow) }),
  summary: ({ organization, policyDomain, rows }) =>
    `DMARC report of ${organization} about ${policyDomain}: ${rows.reduce((sum, { messages }) => sum + messages, 0)} messages`,
});
export type DmarcReportReceived = EventOf<typeof dmarcReportReceived>;

const tlsFailure = z.object({
  /** RFC 8460 §4.3, or `other`. */
  result: z.string(),
  /** The receiving mail host; null: the report does not say. */
  host: z.string().nullable(),
  sessions: z.number(),
});

const tlsPolicy = z.object({
  type: z.enum(['sts', 'tlsa', 'no-policy-found', 'other']),
  domain: z.string(),
  succeeded: z.number(),
  failed: z.number(),
  failures: z.array(tlsFailure),
});
export type TlsPolicyFigures = DataOf<typeof tlsPolicy>;

/** RFC 8460: how the connections of a sender to the mail hosts of a domain were encrypted. */
const tlsReportReceived = event('TlsReportReceived', {
  data: z.object({ ...about, policies: z.array(tlsPolicy) }),
  summary: ({ organization, policies }) =>
    `TLS report of ${organization}: ${policies.reduce((sum, { failed }) => sum + failed, 0)} failed sessions`,
});
export type TlsReportReceived = EventOf<typeof tlsReportReceived>;

/** In `domainreport-<keyed hash of domain, organization and report id>`: one report, however often it comes. */
export const domainReportStreams = streams('domainreport', [dmarcReportReceived, tlsReportReceived], {
  activity: 'never',
});
export type DomainReportEvent = EventIn<typeof domainReportStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly domainreport: true;
  }
}
