import { z } from 'zod';
import { adviceInWords } from '../../../application/sending-domain/records/advice-in-words.js';
import type { DmarcFinding } from '../../../application/sending-domain/records/check-dmarc.js';
import { dmarcInWords } from '../../../application/sending-domain/records/dmarc-in-words.js';
import { adviceOfStored } from '../../../application/sending-domain/records/stored-finding.js';
import { dnsProvider, nameServersIn } from '../../../application/sending-domain/records/dns-provider.js';
import type { DomainView, ShownDomain } from '../../../application/sending-domain/read-domains.js';
import type { ShownRecord } from '../../../application/sending-domain/shown-records.js';
import { isOpen, type NameClaim } from '../../../domain/sending-domain/name-claim.js';
import { maySend } from '../../../domain/sending-domain/verification.js';
import {
  domain,
  domainClaim,
  domainRowMembers,
  presentDomain,
  presentDomainClaim,
  presentDomainRow,
} from './domains.answers.js';
import type { Answer } from '../openapi/operation.js';
import { isoTime, listOf } from '../openapi/shared-schemas.js';

const recordFinding = z.strictObject({
  full_name: z.string(),
  required: z.boolean().describe('True if sending, receiving, or tracking does not work without this record.'),
  finding: z
    .enum(['verified', 'missing', 'different', 'unanswered'])
    .nullable()
    .describe('The result of the last check. Null if the record has not been checked.'),
  found: z.array(z.string()),
  advice: z.array(z.string()).describe('Instructions for fixing the record.'),
  advice_codes: z
    .array(z.string())
    .describe('The code of each item in `advice`. `not-published`: no record was found.'),
});
const formerTracking = z.strictObject({
  name: z.string().describe('The name to enter at the DNS provider of the registered domain.'),
  full_name: z.string(),
  value: z.string(),
  finding: z.enum(['verified', 'missing', 'different', 'unanswered']).nullable(),
  found: z.array(z.string()),
});
const count = z.int().min(0);
const origin = z
  .enum(['sandbox', 'preverified', 'team'])
  .describe(
    'The origin of the domain. `sandbox` and `preverified` domains belong to the server’s configuration and cannot be deleted. `sandbox` domains cannot be changed either.',
  );
export const pageDomainList = listOf(
  z.strictObject({
    ...domainRowMembers,
    origin,
    last_checked_at: isoTime.nullable().describe('The time of the last check. Null if the domain was never checked.'),
    records: z
      .strictObject({ verified: count, total: count })
      .describe('The number of verified records, and the number of all records to publish.'),
  }),
);
export const domainFindings = z.strictObject({
  object: z.literal('domain_findings'),
  domain: domain.describe('The domain, as in `GET /domains/{id}`.'),
  origin,
  status: z
    .enum([
      'not_started',
      'pending',
      'verified',
      'temporary_failure',
      'partially_verified',
      'partially_failed',
      'failed',
    ])
    .describe(
      'The status of the domain. `temporary_failure`: a record went missing recently; the domain can still send.',
    ),
  may_send: z.boolean(),
  check_awaited: z.boolean().describe('True if a requested check has not run yet.'),
  last_checked_at: isoTime.nullable().describe('The time of the last recorded check. Null if no check was recorded.'),
  tls: z.enum(['opportunistic', 'enforced']),
  custom_return_path: z.string(),
  data: z.array(recordFinding).describe('The result for each item of `domain.records`, in the same order.'),
  former_tracking: z
    .array(formerTracking)
    .describe(
      'The CNAME records of former tracking subdomains, latest first. Links in older emails need these records.',
    ),
  name_servers: z
    .array(z.string())
    .describe('The name servers of the domain’s zone. Empty until a check has queried them.'),
  dns_provider: z.string().nullable().describe('The DNS provider of the name servers. Null if it is unknown.'),
  claim: domainClaim
    .nullable()
    .describe('The open claim on the name, which still belongs to another team. Null if the domain has no open claim.'),
});
export const domainDmarc = z.strictObject({
  object: z.literal('domain_dmarc'),
  finding: z.enum(['published', 'missing', 'different', 'unanswered']),
  found_at: z
    .string()
    .nullable()
    .describe('The name at which the DMARC record was found. Null if no record was found.'),
  found: z.array(z.string()),
  policy: z
    .enum(['none', 'quarantine', 'reject'])
    .nullable()
    .describe('The DMARC policy that applies to the domain. Null if no policy applies.'),
  advice: z.array(z.string()).describe('What the policy does, and instructions for improving it.'),
  suggested: z.strictObject({ name: z.string(), value: z.string() }),
});

/** A row of the page's list, which has the sandboxes too. */
export function presentPageDomainRow({
  document,
  records,
}: ShownDomain): Answer<typeof pageDomainList>['data'][number] {
  const verified = records.filter(({ status }) => status === 'verified').length;
  return {
    ...presentDomainRow(document),
    origin: document.origin,
    last_checked_at: document.verification.lastCheckedAt,
    records: { verified, total: records.length },
  };
}

/**
 * A domain, what the last check found of each of its records, in the order of the records, and the claim that it waits
 * for.
 */
export function presentDomainFindings(view: DomainView, claim: NameClaim | undefined): Answer<typeof domainFindings> {
  const openClaim = claim !== undefined && isOpen(claim) ? claim : null;
  const { origin, status, tls, returnPath, verification, capabilities } = view.document;
  const nameServers = nameServersIn(verification.records);
  return {
    object: 'domain_findings',
    domain: presentDomain(view),
    origin,
    status,
    may_send: openClaim === null && maySend(verification, capabilities),
    check_awaited: verification.checkAwaited,
    last_checked_at: verification.lastCheckedAt,
    tls,
    custom_return_path: returnPath,
    data: view.records.map(presentFinding),
    former_tracking: view.former.map(presentFormer),
    name_servers: nameServers,
    dns_provider: dnsProvider(nameServers),
    claim: openClaim === null ? null : presentDomainClaim(openClaim),
  };
}

function presentFormer({ expected, finding }: ShownRecord): Answer<typeof formerTracking> {
  const { shownName, name, value } = expected;
  return { name: shownName, full_name: name, value, finding: finding?.status ?? null, found: finding?.found ?? [] };
}

function presentFinding({ expected, finding }: ShownRecord): Answer<typeof recordFinding> {
  const { name, required } = expected;
  if (finding === undefined)
    return { full_name: name, required, finding: null, found: [], advice: [], advice_codes: [] };
  const known = finding.advice.map(adviceOfStored).filter((advice) => advice !== undefined);
  return {
    full_name: name,
    required,
    finding: finding.status,
    found: finding.found,
    advice: known.map((advice) => adviceInWords(advice, expected)),
    advice_codes: known.map(({ code }) => code),
  };
}

/** What DNS says of the DMARC of a domain, and what to make of it. */
export function presentDmarc(finding: DmarcFinding): Answer<typeof domainDmarc> {
  const { status, foundAt, found, policy, suggested } = finding;
  return {
    object: 'domain_dmarc',
    finding: status,
    found_at: foundAt,
    found,
    policy,
    advice: dmarcInWords(finding),
    suggested,
  };
}
