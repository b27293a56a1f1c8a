import type { CapabilityStatus, CheckedRecord } from '../../domain/sending-domain/events.js';
import type { DomainDocument } from '../../projections/domains/domains.document.js';
import { type ExpectedRecord, expectedRecords, formerTrackingRecords, ruledAtOf } from './records/expected-records.js';
import type { PublishedDomain, RecordSettings } from './records/published-domain.js';

/** A record that is to be published, and how it stands. */
export interface ShownRecord {
  readonly expected: ExpectedRecord;
  readonly status: CapabilityStatus;
  /** Result of the last check that looked for it. */
  readonly finding: CheckedRecord | undefined;
}

/** What of a domain decides its records. */
export function publishedDomain(
  domain: Pick<DomainDocument, 'name' | 'returnPath' | 'region' | 'capabilities' | 'trackingSubdomain'>,
  dkimKeys: PublishedDomain['dkimKeys'],
  formerTrackingSubdomains: PublishedDomain['formerTrackingSubdomains'],
  { records }: Pick<DomainDocument['verification'], 'records'>,
): PublishedDomain {
  const { name, returnPath, region, capabilities, trackingSubdomain } = domain;
  return {
    name,
    returnPathLabel: returnPath,
    region,
    capabilities,
    trackingSubdomain,
    formerTrackingSubdomains,
    certificatesRuledAt: ruledAtOf(records),
    dkimKeys,
  };
}

/** {@link publishedDomain} of what the read model knows. */
export function publishedDocument(document: DomainDocument): PublishedDomain {
  return publishedDomain(document, document.dkim, document.formerTrackingSubdomains, document.verification);
}

/** The records of one domain. A sandbox sends nothing anywhere: only its keys are shown. */
export function shownRecords(document: DomainDocument, settings: RecordSettings): readonly ShownRecord[] {
  const { origin } = document;
  const expected = expectedRecords(publishedDocument(document), settings);
  return expected.filter(({ purpose }) => origin !== 'sandbox' || purpose === 'DKIM').map(shownOf(document));
}

/** The CNAME records of earlier tracking subdomains, which links of that time still need. */
export function formerRecords(document: DomainDocument, settings: RecordSettings): readonly ShownRecord[] {
  return formerTrackingRecords(publishedDocument(document), settings).map(shownOf(document));
}

function shownOf(document: DomainDocument): (expected: ExpectedRecord) => ShownRecord {
  const findings = new Map(document.verification.records.map((record) => [record.key, record]));
  return (expected) => {
    const finding = findings.get(expected.key);
    return { expected, finding, status: statusOf(expected, finding, document) };
  };
}

function statusOf(
  { required, serves }: ExpectedRecord,
  finding: CheckedRecord | undefined,
  { verification }: DomainDocument,
): CapabilityStatus {
  if (finding?.status === 'verified') return 'verified';
  if (required && serves !== 'tracking') {
    if (verification.vouched) return 'verified';
    const { status } = verification[serves];
    if (status !== 'verified') return status;
    // The whole is verified and this record is not: the last check got no answer for it, or it is new since.
    return finding === undefined ? 'pending' : 'temporary_failure';
  }
  const started = verification.lastCheckedAt !== null || verification.checkAwaited;
  return started ? 'pending' : 'not_started';
}
