import type { UnansweredReason } from '../../ports/dns.js';

/** What is wrong with a record, or worth knowing. `adviceInWords` says what to do about each. */
export type Advice =
  /**
   * Nothing is there yet. `nameServers`: where the zone is kept, so where the record belongs; one text, empty where
   * unknown.
   */
  | { readonly code: 'not-published'; readonly nameServers: string }
  | { readonly code: 'wrong-value' }
  | { readonly code: 'wrong-priority'; readonly found: number }
  /** Another MX is tried before ours, or as often. */
  | { readonly code: 'other-mx-first'; readonly exchange: string }
  /** Another MX stands behind ours. */
  | { readonly code: 'other-mx-behind'; readonly exchange: string }
  /** RFC 7505: the name says that it takes no mail. */
  | { readonly code: 'null-mx' }
  /** The provider appended the zone to the value, which lacked its trailing dot. */
  | { readonly code: 'zone-appended-to-value'; readonly found: string }
  /** Addresses stand where the CNAME should: a proxy or the provider replaced it. */
  | { readonly code: 'flattened-cname'; readonly address: string }
  | { readonly code: 'other-region'; readonly region: string }
  /** The host that the MX or CNAME names has no address. */
  | { readonly code: 'host-without-address'; readonly host: string }
  /** RFC 7208 §4.5: receivers answer more than one SPF record with an error. */
  | { readonly code: 'several-spf-records'; readonly count: number }
  /** RFC 7208 §4.6.4: past 10 look-ups receivers stop with an error. */
  | { readonly code: 'too-many-spf-lookups'; readonly lookups: number }
  /** What it includes has no SPF record, several, or leads back to itself: an error for receivers (RFC 7208 §5.2). */
  | { readonly code: 'spf-include-broken'; readonly name: string }
  /** The right value, with something pasted in that does not belong there. */
  | { readonly code: 'stray-characters'; readonly characters: 'quotes' | 'backslashes' | 'spaces' }
  /** The value was spread over several records instead of several strings of one. */
  | { readonly code: 'split-txt'; readonly records: number }
  /** Only the beginning of the value is there. */
  | { readonly code: 'cut-off'; readonly characters: number }
  | { readonly code: 'several-dkim-records'; readonly count: number }
  /** Another key is published under this selector. */
  | { readonly code: 'other-key' }
  /** RFC 6376 §3.6.1: an empty `p=`. */
  | { readonly code: 'revoked-key' }
  /** RFC 6376 §3.6.1: `t=y` asks receivers to ignore the signature. */
  | { readonly code: 'testing-key' }
  /** A tag of the key record keeps it from verifying this service's mail. */
  | { readonly code: 'unusable-key-tag'; readonly tag: string }
  /** RFC 6376 §3.2: a tag that is there twice makes the whole record invalid. */
  | { readonly code: 'repeated-key-tag'; readonly tag: string }
  /** RFC 6376 §3.6.1: `v=` comes first, where it is there. */
  | { readonly code: 'key-version-not-first' }
  /** RFC 6376 §3.2: it cannot be read as a list of tags. */
  | { readonly code: 'malformed-key-record' }
  | { readonly code: 'cname-in-the-way'; readonly target: string }
  | { readonly code: 'alias-loop'; readonly target: string }
  /** The provider appended the zone to a name that had it already. */
  | { readonly code: 'doubled-name'; readonly foundAt: string }
  | { readonly code: 'wrong-name'; readonly foundAt: string }
  /** A wildcard answers for this name, so that it looks published. */
  | { readonly code: 'wildcard'; readonly wildcard: string }
  /** The registered zone is not in the DNS: not registered, expired, or without name servers. */
  | { readonly code: 'no-name-servers'; readonly zone: string }
  /** RFC 8659: others alone may issue certificates for the name. */
  | { readonly code: 'caa-in-the-way'; readonly authority: string }
  /** RFC 8659 §4.1: a critical tag that no authority knows forbids every certificate. */
  | { readonly code: 'caa-tag-critical'; readonly tag: string }
  | { readonly code: 'unanswered'; readonly reason: UnansweredReason };

export type AdviceCode = Advice['code'];

export type RecordStatus = 'verified' | 'missing' | 'different' | 'unanswered';

/** What the DNS shows for one expected record. `unanswered` says nothing about the record. */
export interface RecordFinding {
  /** Key of the {@link import('./expected-records.js').ExpectedRecord}. */
  readonly key: string;
  readonly status: RecordStatus;
  /** What is published at the name, as people write it: `10 mx.example.com`, or a TXT value with its strings joined. */
  readonly found: readonly string[];
  /** May also be there for a verified record. */
  readonly advice: readonly Advice[];
}
