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
  required: z.boolean().describe('What it serves does not work without it.'),
  finding: z
    .enum(['verified', 'missing', 'different', 'unanswered'])
    .nullable()
    .describe('Null: it was not looked for yet.'),
  found: z.array(z.string()),
  advice: z.array(z.string()).describe('What to do, in words.'),
  advice_codes: z.array(z.string()).describe('What each of `advice` is about; `not-published`: there is nothing yet.'),
});
const formerTracking = z.strictObject({
  name: z.string().describe('As it is typed at the DNS host of the registered name.'),
  full_name: z.string(),
  value: z.string(),
  finding: z.enum(['verified', 'missing', 'different', 'unanswered']).nullable(),
  found: z.array(z.string()),
});
const count = z.int().min(0);
const origin = z
  .enum(['sandbox', 'preverified', 'team'])
  .describe(
    '`sandbox` and `preverified` belong to the configuration: neither can be deleted, and a sandbox not changed.',
  );
export const pageDomainList = listOf(
  z.strictObject({
    ...domainRowMembers,
    origin,
    last_checked_at: isoTime.nullable().describe('When DNS was last asked; null: never.'),
    records: z.strictObject({ verified: count, total: count }).describe('Of those that are to be published.'),
  }),
);
export const domainFindings = z.strictObject({
  object: z.literal('domain_findings'),
  domain: domain.describe('As GET /domains/{id} shows it.'),
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
    .describe('`temporary_failure`: a record is gone since a moment ago; it still sends.'),
  may_send: z.boolean(),
  check_awaited: z.boolean().describe('A check was asked for, and none was made since.'),
  last_checked_at: isoTime.nullable().describe('Of the last check that was written down; null: never.'),
  tls: z.enum(['opportunistic', 'enforced']),
  custom_return_path: z.string(),
  data: z.array(recordFinding).describe('One for each of the domain’s `records`, in their order.'),
  former_tracking: z
    .array(formerTracking)
    .describe('The CNAME records of earlier tracking subdomains, the latest first: links of that time need them.'),
  name_servers: z
    .array(z.string())
    .describe('Where its zone is kept, so where records belong; empty while no check has asked for them.'),
  dns_provider: z.string().nullable().describe('Whose name servers those are, where they say it.'),
  claim: domainClaim.nullable().describe('On the name, which another team holds; null: the name is the domain’s own.'),
});
export const domainDmarc = z.strictObject({
  object: z.literal('domain_dmarc'),
  finding: z.enum(['published', 'missing', 'different', 'unanswered']),
  found_at: z.string().nullable().describe('The name of the record; null where it has none.'),
  found: z.array(z.string()),
  policy: z.enum(['none', 'quarantine', 'reject']).nullable().describe('The one that holds for the domain.'),
  advice: z.array(z.string()).describe('What the policy does and what to do, in words.'),
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
