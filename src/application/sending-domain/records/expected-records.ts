import { dkimRecordKey } from '../../../domain/sending-domain/dkim-keys.js';
import { trackingRecordKey } from '../../../domain/sending-domain/tracking-subdomain.js';
import { issueValue } from './judge-caa.js';
import type { PublishedDomain, PublishedKey, RecordSettings } from './published-domain.js';

/** The names that the public API has for what a record is for. */
type RecordPurpose = 'SPF' | 'DKIM' | 'Receiving' | 'Tracking' | 'TrackingCAA';

/** A record that the owner of a domain is asked to publish. */
export interface ExpectedRecord {
  /**
   * Stable within a domain: `return-path-mx`, `return-path-spf`, `dkim:<selector>`, `receiving-mx`, `tracking-cname`,
   * `tracking-caa:<name>`, `former-tracking:<labels>`.
   */
  readonly key: string;
  readonly purpose: RecordPurpose;
  readonly serves: 'sending' | 'receiving' | 'tracking';
  readonly type: 'MX' | 'TXT' | 'CNAME' | 'CAA';
  /** The whole name, without a trailing dot. */
  readonly name: string;
  /** As it is typed at the provider of the registered zone: `send.updates`; `@` for the zone itself. */
  readonly shownName: string;
  readonly value: string;
  /** Only for an MX record. */
  readonly priority?: number;
  /** What it serves does not work without it. */
  readonly required: boolean;
}

const mxPriority = 10;

/** The keys of the records that a return path consists of. */
export const returnPathKeys: readonly string[] = ['return-path-mx', 'return-path-spf'];

/** The records of a domain, the needed ones first within each purpose. DMARC is not among them: it is advice. */
export function expectedRecords(domain: PublishedDomain, settings: RecordSettings): readonly ExpectedRecord[] {
  const zone = settings.registeredZoneOf(domain.name);
  const records = [
    ...(domain.capabilities.sending ? sendingRecords(domain, settings) : []),
    ...(domain.capabilities.receiving ? [receivingRecord(domain, settings)] : []),
    ...trackingRecords(domain, settings),
  ];
  return records.map(placedIn(zone));
}

/** The CNAME records of earlier tracking subdomains: nothing is asked of them, and links of that time need them. */
export function formerTrackingRecords(domain: PublishedDomain, settings: RecordSettings): readonly ExpectedRecord[] {
  const records = domain.formerTrackingSubdomains.map((labels) => ({
    ...trackingCname(domain, settings, labels),
    key: `former-tracking:${labels}`,
    required: false,
  }));
  return records.map(placedIn(settings.registeredZoneOf(domain.name)));
}

const placedIn =
  (zone: string) =>
  (record: Unplaced): ExpectedRecord => ({ ...record, shownName: shownNameOf(record.name, zone) });

type Unplaced = Omit<ExpectedRecord, 'shownName'>;

function sendingRecords(domain: PublishedDomain, settings: RecordSettings): readonly Unplaced[] {
  const returnPath = `${domain.returnPathLabel}.${domain.name}`;
  const spf = { purpose: 'SPF', serves: 'sending', name: returnPath, required: true } as const;
  const host = inRegion(settings.returnPathHost, domain.region);
  const needed = domain.dkimKeys.filter(isNeeded);
  const recommended = domain.dkimKeys.filter((key) => key.role !== 'retired' && !isNeeded(key));
  return [
    { ...spf, key: 'return-path-mx', type: 'MX', value: host, priority: mxPriority },
    { ...spf, key: 'return-path-spf', type: 'TXT', value: inRegion(settings.spfValue, domain.region) },
    ...[...needed, ...recommended].map((key) => dkimRecord(domain, key)),
  ];
}

/** One RSA key signs what every receiver can verify; the others hold nothing back. */
const isNeeded = ({ role, algorithm }: PublishedKey) => role === 'active' && algorithm === 'rsa-sha256';

function dkimRecord(domain: PublishedDomain, key: PublishedKey): Unplaced {
  return {
    key: dkimRecordKey(key.selector),
    purpose: 'DKIM',
    serves: 'sending',
    type: 'TXT',
    name: `${key.selector}._domainkey.${domain.name}`,
    value: dkimValue(key),
    required: isNeeded(key),
  };
}

/** RFC 6376 §3.6.1: `k` is `rsa` where it is left out, and `v` may be. */
export function dkimValue({ algorithm, publicKey }: Pick<PublishedKey, 'algorithm' | 'publicKey'>): string {
  return algorithm === 'rsa-sha256' ? `p=${publicKey}` : `v=DKIM1; k=ed25519; p=${publicKey}`;
}

function receivingRecord(domain: PublishedDomain, settings: RecordSettings): Unplaced {
  return {
    key: 'receiving-mx',
    purpose: 'Receiving',
    serves: 'receiving',
    type: 'MX',
    name: domain.name,
    value: inRegion(settings.inboundHost, domain.region),
    priority: mxPriority,
    required: true,
  };
}

function trackingRecords(domain: PublishedDomain, settings: RecordSettings): readonly Unplaced[] {
  if (domain.trackingSubdomain === null) return [];
  const cname = trackingCname(domain, settings, domain.trackingSubdomain);
  const ruledAt = domain.certificatesRuledAt;
  return ruledAt === null ? [cname] : [cname, caaRecord(ruledAt, settings.trackingAuthority)];
}

function trackingCname(domain: PublishedDomain, { trackingHost }: RecordSettings, labels: string): Unplaced {
  return {
    key: trackingRecordKey,
    purpose: 'Tracking',
    serves: 'tracking',
    type: 'CNAME',
    name: `${labels}.${domain.name}`,
    value: inRegion(trackingHost, domain.region),
    required: true,
  };
}

const caaKeyPrefix = 'tracking-caa:';

/** Beside the CAA records that are there already: without any, every authority may issue. */
function caaRecord(name: string, authority: string): Unplaced {
  return {
    key: `${caaKeyPrefix}${name}`,
    purpose: 'TrackingCAA',
    serves: 'tracking',
    type: 'CAA',
    name,
    value: issueValue(authority),
    required: true,
  };
}

/** {@link PublishedDomain.certificatesRuledAt}, as a check's findings show it. */
export function ruledAtOf(findings: readonly { readonly key: string }[]): string | null {
  const finding = findings.find(({ key }) => key.startsWith(caaKeyPrefix));
  return finding === undefined ? null : finding.key.slice(caaKeyPrefix.length);
}

/** A setting as it reads in one region. */
export function inRegion(setting: string, region: string): string {
  return setting.replaceAll('{region}', region);
}

/** A name as it is typed at the provider of a zone: relative to it, `@` for the zone itself. */
function shownNameOf(name: string, zone: string): string {
  if (name === zone) return '@';
  return name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name;
}
