import type { DkimKey } from '../../../domain/sending-domain/dkim-keys.js';
import type { StsPolicy } from '../../../domain/shared/mta-sts.js';

/** What of a signing key is shown. */
export type PublishedKey = Pick<DkimKey, 'selector' | 'algorithm' | 'publicKey' | 'role'>;

/** What of a domain decides its records. Names are lower-case A-labels. */
export interface PublishedDomain {
  readonly name: string;
  /** The label under the domain that bounces come back to: `send`. */
  readonly returnPathLabel: string;
  readonly region: string;
  readonly capabilities: { readonly sending: boolean; readonly receiving: boolean };
  /** The label, or labels, under the domain that tracked links use; null where none was chosen. */
  readonly trackingSubdomain: string | null;
  /** Those that links of earlier mail use, the latest first. */
  readonly formerTrackingSubdomains: readonly string[];
  /** Where CAA records stand that say who may issue the tracking subdomain's certificate; null: nowhere. */
  readonly certificatesRuledAt: string | null;
  readonly dkimKeys: readonly PublishedKey[];
}

/** What the operator chose for the records of every domain; `{region}` in a value stands for the domain's region. */
export interface RecordSettings {
  /** Where bounces are received. */
  readonly returnPathHost: string;
  /** The whole SPF record of the return path. */
  readonly spfValue: string;
  readonly trackingHost: string;
  readonly inboundHost: string;
  /** Who issues the certificates of tracking subdomains, as CAA records name it: `letsencrypt.org`. */
  readonly trackingAuthority: string;
  /** What this server publishes about TLS to itself (RFC 8461); null: nothing. */
  readonly ownPolicy: {
    readonly mode: StsPolicy['mode'];
    /** The `id` of its TXT record: another one for another text. Letters and digits. */
    readonly idOf: (text: string) => string;
  } | null;
  /** Whether this server takes email, and so the reports that records ask for. */
  readonly takesReports: boolean;
  /** Every region of the installation. */
  readonly regions: readonly string[];
  /** The name under which a domain was registered, which is what a DNS provider calls the zone: `example.com`. */
  readonly registeredZoneOf: (name: string) => string;
}
