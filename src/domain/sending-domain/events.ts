import type { StreamName } from '../shared/stream-name.js';

/** `sandbox`: open to every team, its mail never leaves the machine. `preverified`: the operator vouches for it. */
export type DomainOrigin = 'sandbox' | 'preverified' | 'team';

export type DomainTls = 'opportunistic' | 'enforced';

/** What the domain is for; at least one is on. */
export interface DomainCapabilities {
  readonly sending: boolean;
  readonly receiving: boolean;
}

/** What its team may change. */
export interface DomainSettings {
  /** `enforced`: mail is not sent to a server without TLS. */
  readonly tls: DomainTls;
  readonly openTracking: boolean;
  readonly clickTracking: boolean;
  readonly capabilities: DomainCapabilities;
  /** Labels in front of the name; null: none was chosen yet. */
  readonly trackingSubdomain: string | null;
}

export interface DomainCreated {
  readonly type: 'DomainCreated';
  readonly data: DomainSettings & {
    readonly domainId: string;
    /** A-labels, lower case. */
    readonly name: string;
    readonly region: string;
    readonly origin: DomainOrigin;
    /** The label in front of the name where bounces go: `send` of `send.example.com`. */
    readonly returnPath: string;
  };
}

/** The settings as they are from now on. */
export interface DomainUpdated {
  readonly type: 'DomainUpdated';
  readonly data: DomainSettings;
}

export type DkimAlgorithm = 'rsa-sha256' | 'ed25519-sha256';

/** RFC 6376, RFC 8463: a signing key. The private half lies in the KeyStore under `secretName`. */
export interface DomainDkimKeyAdded {
  readonly type: 'DomainDkimKeyAdded';
  readonly data: {
    readonly selector: string;
    readonly algorithm: DkimAlgorithm;
    /** A `spare` is shown so that DNS has it before it is needed; it signs nothing until it is selected. */
    readonly role: 'active' | 'spare';
    /** base64: the `p=` of the DNS record. RSA: the DER SubjectPublicKeyInfo. Ed25519: the 32 bytes of RFC 8463 §4. */
    readonly publicKey: string;
    readonly secretName: string;
  };
}

/** The operator, or the schedule, wants the spare to take over once DNS shows it. */
export interface DomainDkimRotationRequested {
  readonly type: 'DomainDkimRotationRequested';
  readonly data: { readonly by: 'operator' | 'schedule' };
}

/** DNS shows the spare: it signs from now on, and the active key of its algorithm retires while its record stays. */
export interface DomainDkimKeySelected {
  readonly type: 'DomainDkimKeySelected';
  readonly data: { readonly selector: string };
}

/** Nothing that it signed is under way any more: its record may go, and its private half is destroyed. */
export interface DomainDkimKeyRetired {
  readonly type: 'DomainDkimKeyRetired';
  readonly data: { readonly selector: string };
}

/** The operator vouches for the domain: whatever DNS says, it may send. */
export interface DomainVerified {
  readonly type: 'DomainVerified';
  readonly data: { readonly by: 'operator' };
}

/** A check was asked for: the 72 hours of a domain that is not verified begin anew. */
export interface DomainCheckRequested {
  readonly type: 'DomainCheckRequested';
  readonly data: Record<string, never>;
}

/** `unanswered`: the name servers gave no usable answer, which is not the same as no record. */
export type FindingStatus = 'verified' | 'missing' | 'different' | 'unanswered';

/** What DNS shows for one record. */
export interface CheckedRecord {
  /** Which of the expected records: the same in every check. */
  readonly key: string;
  readonly status: FindingStatus;
  /** What is published, as text; no addresses of persons. */
  readonly found: readonly string[];
  /** What is wrong, and the values that its words need. */
  readonly advice: readonly { readonly code: string; readonly values: Readonly<Record<string, string | number>> }[];
}

/** `temporary_failure`: it was verified, and a record of it is gone since. */
export type CapabilityStatus = 'not_started' | 'pending' | 'verified' | 'temporary_failure' | 'failed';

/** DNS was asked. Written where an answer was awaited or something differs from the check before, and once a day. */
export interface DomainChecked {
  readonly type: 'DomainChecked';
  readonly data: {
    readonly sending: CapabilityStatus;
    readonly receiving: CapabilityStatus;
    readonly records: readonly CheckedRecord[];
  };
}

/** Gone for good, its keys with it. `claimed`: another team proved that the name is theirs. `claim-ended`: it never got the name. */
export interface DomainDeleted {
  readonly type: 'DomainDeleted';
  readonly data: { readonly reason: 'asked' | 'claimed' | 'claim-ended' };
}

export type SendingDomainEvent =
  | DomainCreated
  | DomainUpdated
  | DomainDkimKeyAdded
  | DomainDkimRotationRequested
  | DomainDkimKeySelected
  | DomainDkimKeyRetired
  | DomainVerified
  | DomainCheckRequested
  | DomainChecked
  | DomainDeleted;

/** In `domainname-<keyed hash>`: one holder of a name. It carries what is needed to open the holder's stream. */
export interface Reserved {
  readonly type: 'Reserved';
  readonly data: {
    readonly owner: StreamName;
    readonly teamId: string;
    readonly opens: DomainCreated['data'];
  };
}

export interface Released {
  readonly type: 'Released';
  readonly data: { readonly owner: StreamName };
}

/** Another team wants the name; `opens` is the domain that it gets, which holds nothing until then. */
export interface NameClaimed {
  readonly type: 'NameClaimed';
  readonly data: Reserved['data'] & {
    readonly claimId: string;
    /** In a TXT record of the name it proves who rules over the name's DNS. */
    readonly token: string;
    /** ISO 8601. */
    readonly expiresAt: string;
  };
}

export interface NameClaimCheckRequested {
  readonly type: 'NameClaimCheckRequested';
  readonly data: { readonly claimId: string };
}

export type ClaimBlock = 'grace_period' | 'recent_owner_activity' | 'pending_scheduled_emails';

/** The proof is there, and the name does not move yet. */
export interface NameClaimBlocked {
  readonly type: 'NameClaimBlocked';
  readonly data: { readonly claimId: string; readonly reason: ClaimBlock };
}

/** In one append with the holder's `Released` and the claimant's `Reserved`. */
export interface NameClaimCompleted {
  readonly type: 'NameClaimCompleted';
  readonly data: { readonly claimId: string };
}

/** `superseded`: by a later claim of the same team, or another team's that was completed first. */
export type ClaimEnd = 'expired' | 'superseded' | 'canceled' | 'failed';

export interface NameClaimEnded {
  readonly type: 'NameClaimEnded';
  readonly data: { readonly claimId: string; readonly outcome: ClaimEnd };
}

export type DomainNameEvent =
  | Reserved
  | Released
  | NameClaimed
  | NameClaimCheckRequested
  | NameClaimBlocked
  | NameClaimCompleted
  | NameClaimEnded;
