import type { StreamName } from '../shared/stream-name.js';

/** `sandbox`: open to every team, its mail never leaves the machine. `preverified`: the operator vouches for it. */
export type DomainOrigin = 'sandbox' | 'preverified';

export interface DomainCreated {
  readonly type: 'DomainCreated';
  readonly data: {
    readonly domainId: string;
    /** A-labels, lower case. */
    readonly name: string;
    readonly region: string;
    readonly origin: DomainOrigin;
  };
}

/** RFC 6376: a signing key. The private half lies in the KeyStore under `secretName`. */
export interface DomainDkimKeyAdded {
  readonly type: 'DomainDkimKeyAdded';
  readonly data: {
    readonly selector: string;
    readonly algorithm: 'rsa-sha256';
    /** base64 of the DER SubjectPublicKeyInfo: the `p=` of the DNS record. */
    readonly publicKey: string;
    readonly secretName: string;
  };
}

export interface DomainVerified {
  readonly type: 'DomainVerified';
  readonly data: { readonly by: 'operator' };
}

export type SendingDomainEvent = DomainCreated | DomainDkimKeyAdded | DomainVerified;

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

export type DomainNameEvent = Reserved | Released;
