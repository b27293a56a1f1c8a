import type { CapabilityStatus, CheckedRecord } from '../../domain/sending-domain/events.js';
import type { DomainDocument } from '../../projections/domains/domains.document.js';
import { type ExpectedRecord, expectedRecords } from './records/expected-records.js';
import type { PublishedDomain, RecordSettings } from './records/published-domain.js';

/** A record that is to be published, and how it stands. */
export interface ShownRecord {
  readonly expected: ExpectedRecord;
  readonly status: CapabilityStatus;
  /** Of the last check that looked for it. */
  readonly finding: CheckedRecord | undefined;
}

/** What of a domain decides its records. */
export function publishedDomain(
  domain: Pick<DomainDocument, 'name' | 'returnPath' | 'region' | 'capabilities' | 'trackingSubdomain'>,
  dkimKeys: PublishedDomain['dkimKeys'],
): PublishedDomain {
  const { name, returnPath, region, capabilities, trackingSubdomain } = domain;
  return { name, returnPathLabel: returnPath, region, capabilities, trackingSubdomain, dkimKeys };
}

/** The records of one domain. A sandbox sends nothing anywhere: only its keys are shown. */
export function shownRecords(document: DomainDocument, settings: RecordSettings): readonly ShownRecord[] {
  const { verification, origin } = document;
  const findings = new Map(verification.records.map((record) => [record.key, record]));
  return expectedRecords(publishedDomain(document, document.dkim), settings)
    .filter(({ purpose }) => origin !== 'sandbox' || purpose === 'DKIM')
    .map((expected) => {
      const finding = findings.get(expected.key);
      return { expected, finding, status: statusOf(expected, finding, document) };
    });
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
    // The whole is verified and this one is not: nobody answered the last time, or it is new since.
    return finding === undefined ? 'pending' : 'temporary_failure';
  }
  const started = verification.lastCheckedAt !== null || verification.checkAwaited;
  return started ? 'pending' : 'not_started';
}
