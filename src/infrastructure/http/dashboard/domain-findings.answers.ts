import { z } from 'zod';
import { adviceInWords } from '../../../application/sending-domain/records/advice-in-words.js';
import type { DmarcFinding } from '../../../application/sending-domain/records/check-dmarc.js';
import { dmarcInWords } from '../../../application/sending-domain/records/dmarc-in-words.js';
import { adviceOfStored } from '../../../application/sending-domain/records/stored-finding.js';
import type { DomainView } from '../../../application/sending-domain/read-domains.js';
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
} from '../domains/domains.answers.js';
import type { DomainDocument } from '../../../projections/domains/domains.document.js';
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
});
const formerTracking = z.strictObject({
  name: z.string().describe('As it is typed at the DNS host of the registered name.'),
  full_name: z.string(),
  value: z.string(),
  finding: z.enum(['verified', 'missing', 'different', 'unanswered']).nullable(),
  found: z.array(z.string()),
});
const origin = z
  .enum(['sandbox', 'preverified', 'team'])
  .describe(
    '`sandbox` and `preverified` belong to the configuration: neither can be deleted, and a sandbox not changed.',
  );
export const pageDomainList = listOf(z.strictObject({ ...domainRowMembers, origin }));
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
export function presentPageDomainRow(document: DomainDocument): Answer<typeof pageDomainList>['data'][number] {
  return { ...presentDomainRow(document), origin: document.origin };
}

/**
 * A domain, what the last check found of each of its records, in the order of the records, and the claim that it waits
 * for.
 */
export function presentDomainFindings(
  view: DomainView,
  claim: NameClaim | undefined,
  claimPrefix: string,
): Answer<typeof domainFindings> {
  const openClaim = claim !== undefined && isOpen(claim) ? claim : null;
  const { origin, status, tls, returnPath, verification, capabilities } = view.document;
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
    claim: openClaim === null ? null : presentDomainClaim(openClaim, claimPrefix),
  };
}

function presentFormer({ expected, finding }: ShownRecord): Answer<typeof formerTracking> {
  const { shownName, name, value } = expected;
  return { name: shownName, full_name: name, value, finding: finding?.status ?? null, found: finding?.found ?? [] };
}

function presentFinding({ expected, finding }: ShownRecord): Answer<typeof recordFinding> {
  const { name, required } = expected;
  if (finding === undefined) return { full_name: name, required, finding: null, found: [], advice: [] };
  const known = finding.advice.map(adviceOfStored).filter((advice) => advice !== undefined);
  return {
    full_name: name,
    required,
    finding: finding.status,
    found: finding.found,
    advice: known.map((advice) => adviceInWords(advice, expected)),
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
