/** `active` signs; `spare` and `next` are shown so that a rotation finds them published; `retired` no longer signs. */
export type DkimKeyRole = 'active' | 'spare' | 'next' | 'retired';

export interface PublishedKey {
  readonly selector: string;
  readonly algorithm: 'rsa-sha256' | 'ed25519-sha256';
  /** The `p=` of the record: base64 of the SubjectPublicKeyInfo for RSA, of the 32 bytes for Ed25519 (RFC 8463 §4.2). */
  readonly publicKey: string;
  readonly role: DkimKeyRole;
}

/** What of a domain decides its records. Names are lower-case A-labels. */
export interface PublishedDomain {
  readonly name: string;
  /** The label under the domain that bounces come back to: `send`. */
  readonly returnPathLabel: string;
  readonly region: string;
  readonly capabilities: { readonly sending: boolean; readonly receiving: boolean };
  /** The label, or labels, under the domain that tracked links use; null where none was chosen. */
  readonly trackingSubdomain: string | null;
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
  /** Every region of the installation. */
  readonly regions: readonly string[];
  /** The name under which a domain was registered, which is what a DNS provider calls the zone: `example.com`. */
  readonly registeredZoneOf: (name: string) => string;
}
