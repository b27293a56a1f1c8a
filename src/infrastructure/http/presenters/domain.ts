import type { DomainDocument } from '../../../projections/domains/domains.document.js';
import { restTimestamp } from './timestamp.js';

/** A row of GET /domains. */
export function presentDomainRow(domain: DomainDocument) {
  return {
    id: domain.id,
    name: domain.name,
    status: domain.status,
    created_at: restTimestamp(domain.createdAt),
    region: domain.region,
    open_tracking: false,
    click_tracking: false,
    capabilities: { sending: 'enabled', receiving: 'disabled' },
  };
}

/** GET /domains/{id}: with the DNS records that receivers look for. */
export function presentDomain(domain: DomainDocument) {
  return {
    object: 'domain',
    ...presentDomainRow(domain),
    records: domain.dkim.map((key) => ({
      record: 'DKIM',
      name: nameInZone(`${key.selector}._domainkey`, domain.name),
      type: 'TXT',
      ttl: 'Auto',
      status: domain.status,
      value: `p=${key.publicKey}`,
    })),
  };
}

/** Second levels under which names are registered in many countries (`example.co.uk`). */
const registrySecondLevels = new Set(['ac', 'co', 'com', 'edu', 'gov', 'ne', 'net', 'or', 'org']);

/** A record's name as it is typed at the DNS host of the registered name: `x._domainkey.updates` for `updates.example.com`. */
function nameInZone(record: string, domain: string): string {
  const labels = domain.split('.');
  const [secondLevel = '', topLevel = ''] = labels.slice(-2);
  const registered = topLevel.length === 2 && registrySecondLevels.has(secondLevel) ? 3 : 2;
  return [record, ...labels.slice(0, -registered)].join('.');
}
