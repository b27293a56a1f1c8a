import type { RecordSettings } from '../../src/application/sending-domain/records/published-domain.js';
import type {
  CheckedRecord,
  DomainCreated,
  DomainDkimKeyAdded,
  FindingStatus,
} from '../../src/domain/sending-domain/events.js';
import { type Finding, unverified } from '../../src/domain/sending-domain/verification.js';
import type { DomainDocument } from '../../src/projections/domains/domains.document.js';

/** A team's domain as it is created without any wishes. */
export function domainOpens(changes: Partial<DomainCreated['data']> = {}): DomainCreated['data'] {
  return {
    domainId: 'd1',
    name: 'example.com',
    region: 'eu-west-1',
    origin: 'team',
    returnPath: 'send',
    tls: 'opportunistic',
    openTracking: false,
    clickTracking: false,
    capabilities: { sending: true, receiving: false },
    trackingSubdomain: null,
    ...changes,
  };
}

export function dkimKey(
  selector: string,
  changes: Partial<DomainDkimKeyAdded['data']> = {},
): DomainDkimKeyAdded['data'] {
  const secretName = `dkim/d1/${selector}`;
  return { selector, algorithm: 'rsa-sha256', role: 'active', publicKey: 'AAAA', secretName, ...changes };
}

export function checked(key: string, status: FindingStatus): CheckedRecord {
  return { key, status, found: status === 'different' ? ['v=other'] : [], advice: [] };
}

export function finding(key: string, status: FindingStatus, neededFor: Finding['neededFor'] = 'sending'): Finding {
  return { record: checked(key, status), neededFor };
}

/** As an operator with one host for everything has it. */
export const recordSettings: RecordSettings = {
  returnPathHost: 'mail.posthorn.test',
  spfValue: 'v=spf1 a:mail.posthorn.test ~all',
  trackingHost: 'links.posthorn.test',
  inboundHost: 'inbound.posthorn.test',
  trackingAuthority: 'authority.example.net',
  regions: ['us-east-1', 'eu-west-1'],
  ownPolicy: null,
  takesReports: false,
  registeredZoneOf: (name) => name.split('.').slice(-2).join('.'),
};

const createdAt = '2026-01-02T03:04:05.678Z';

/** A domain of a team as it is listed right after it was created, without keys. */
export function domainDocumentOf(id: string, teamId: string): DomainDocument {
  const { domainId: _, ...opens } = domainOpens();
  const nothingYet = { formerTrackingSubdomains: [], dkim: [], verification: unverified(createdAt) };
  return { ...opens, ...nothingYet, id, teamId, scope: teamId, status: 'not_started', checking: 'idle', createdAt };
}
