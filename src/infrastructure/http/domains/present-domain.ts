import type { DomainView } from '../../../application/sending-domain/read-domains.js';
import type { ShownRecord } from '../../../application/sending-domain/shown-records.js';
import type { DomainDocument } from '../../../projections/domains/domains.document.js';
import { restTimestamp } from '../edge/timestamp.js';

/** A row of GET /domains. */
export function presentDomainRow(domain: DomainDocument) {
  const { sending, receiving } = domain.capabilities;
  return {
    id: domain.id,
    name: domain.name,
    // Clients know this status of records only; the domain sends on, as a verified one does.
    status: domain.status === 'temporary_failure' ? 'verified' : domain.status,
    created_at: restTimestamp(domain.createdAt),
    region: domain.region,
    open_tracking: domain.openTracking,
    click_tracking: domain.clickTracking,
    capabilities: { sending: switched(sending), receiving: switched(receiving) },
  };
}

/** GET /domains/{id}: with the DNS records that its owner is to publish. */
export function presentDomain({ document, records }: DomainView) {
  const { trackingSubdomain } = document;
  return {
    object: 'domain',
    ...presentDomainRow(document),
    ...(trackingSubdomain === null ? {} : { tracking_subdomain: trackingSubdomain }),
    records: records.map(presentRecord),
  };
}

export function presentRecord({ expected, status }: ShownRecord) {
  const { purpose, shownName, type, value, priority } = expected;
  const record = { record: purpose, name: shownName, type, ttl: 'Auto', status, value };
  return priority === undefined ? record : { ...record, priority };
}

const switched = (isOn: boolean): string => (isOn ? 'enabled' : 'disabled');
