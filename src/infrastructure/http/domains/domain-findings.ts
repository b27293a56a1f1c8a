import { adviceInWords } from '../../../application/sending-domain/records/advice-in-words.js';
import type { DmarcFinding } from '../../../application/sending-domain/records/check-dmarc.js';
import { dmarcInWords } from '../../../application/sending-domain/records/dmarc-in-words.js';
import { adviceOfStored } from '../../../application/sending-domain/records/stored-finding.js';
import type { DomainView } from '../../../application/sending-domain/read-domains.js';
import type { ShownRecord } from '../../../application/sending-domain/shown-records.js';
import { isOpen, type NameClaim } from '../../../domain/sending-domain/name-claim.js';
import { maySend } from '../../../domain/sending-domain/verification.js';
import { presentDomainClaim } from './present-domain-claim.js';
import { presentDomain } from './present-domain.js';

/** A domain, what the last check found of each of its records, in the order of the records, and the claim that it waits for. */
export function presentDomainFindings(view: DomainView, claim: NameClaim | undefined, claimPrefix: string) {
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

function presentFormer({ expected, finding }: ShownRecord) {
  const { shownName, name, value } = expected;
  return { name: shownName, full_name: name, value, finding: finding?.status ?? null, found: finding?.found ?? [] };
}

function presentFinding({ expected, finding }: ShownRecord) {
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
export function presentDmarc(finding: DmarcFinding) {
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
