export interface MxRecord {
  /** RFC 5321 §5.1: the lowest is tried first. */
  readonly priority: number;
  /** Empty for a null MX (RFC 7505): the name takes no mail. */
  readonly exchange: string;
}

/** RFC 8659: which authorities may issue certificates for a name. */
export interface CaaRecord {
  readonly critical: boolean;
  readonly tag: string;
  readonly value: string;
}

/** What each type of record holds. Names are lower-case, without the trailing dot. */
export interface DnsValues {
  readonly A: string;
  readonly AAAA: string;
  /** The strings of one record, in the order published; a reader joins them without a space (RFC 7208 §3.3). */
  readonly TXT: readonly string[];
  readonly MX: MxRecord;
  readonly CNAME: string;
  readonly NS: string;
  readonly PTR: string;
  readonly CAA: CaaRecord;
}

export type DnsType = keyof DnsValues;

/** Why it is not known what is published. `malformed`: an answer came that cannot be read. */
export type UnansweredReason = 'server-failure' | 'refused' | 'timeout' | 'unreachable' | 'malformed';

/** `no-record`: the name is there and has nothing of this type. */
export type MissingReason = 'no-such-name' | 'no-record' | 'alias-loop';

/** RFC 6698 §2.1: which certificate a service has. */
export interface TlsaRecord {
  readonly usage: number;
  readonly selector: number;
  readonly matchingType: number;
  readonly data: Buffer;
}

/**
 * What the DNS says of one name and type. `missing` is a statement of the DNS; without an answer it is never made.
 * `aliases`: the CNAMEs followed from the name, in order; empty where it has none.
 * `isSecure`: a validating resolver vouches for all of it (RFC 4035 §3.2.3); absent where none was asked.
 */
export type DnsAnswer<Value> =
  | {
      readonly kind: 'found';
      readonly values: readonly Value[];
      readonly aliases: readonly string[];
      readonly isSecure?: boolean;
    }
  | {
      readonly kind: 'missing';
      readonly reason: MissingReason;
      readonly aliases: readonly string[];
      readonly isSecure?: boolean;
    }
  | { readonly kind: 'unanswered'; readonly reason: UnansweredReason };

/** Asks the DNS again each time and remembers nothing. Never rejects: what went wrong is in the answer. */
export interface Dns {
  resolve<Type extends DnsType>(name: string, type: Type): Promise<DnsAnswer<DnsValues[Type]>>;
}

/** A DNS whose answers are validated (DNSSEC): what is bogus is unanswered. */
export interface ValidatingDns extends Dns {
  resolveTlsa(name: string): Promise<DnsAnswer<TlsaRecord>>;
}
