import type { Personal } from '../shared/personal.js';

/** An authenticator app was shown the secret (base32); it counts for nothing until a code of it was seen. */
export interface TotpEnrolled {
  readonly type: 'TotpEnrolled';
  readonly data: { readonly enrolmentId: string; readonly secret: Personal<string> };
}

/** `step`: of the code that was seen (RFC 6238 §4.2). From now on a sign-in by password asks for one. */
export interface TotpConfirmed {
  readonly type: 'TotpConfirmed';
  readonly data: { readonly enrolmentId: string; readonly step: number };
}

/** A code opened a sign-in. That step and those before it are never accepted again, in any process. */
export interface TotpStepUsed {
  readonly type: 'TotpStepUsed';
  readonly data: { readonly enrolmentId: string; readonly step: number };
}

/** With the recovery codes. */
export interface TotpRemoved {
  readonly type: 'TotpRemoved';
  readonly data: Record<string, never>;
}

/** Keyed hashes; those made before open nothing any more. */
export interface RecoveryCodesMade {
  readonly type: 'RecoveryCodesMade';
  readonly data: { readonly hashes: readonly string[] };
}

export interface RecoveryCodeUsed {
  readonly type: 'RecoveryCodeUsed';
  readonly data: { readonly hash: string };
}

/** What is kept of a passkey: the data of the device, and the name that its owner gave it. */
export interface StoredPasskey {
  readonly name: string;
  /** Of the credential, base64url. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  readonly transports: readonly string[];
}

export interface PasskeyAdded {
  readonly type: 'PasskeyAdded';
  readonly data: {
    readonly passkeyId: string;
    readonly passkey: Personal<StoredPasskey>;
    /** Of signatures that the device has made; 0 where it does not count. */
    readonly counter: number;
    /** The host name that it belongs to (WebAuthn's RP ID); absent, in passkeys of before: not known. */
    readonly host?: string | undefined;
  };
}

/** It opened a sign-in. `challengeHash`: keyed; the answer to that question opens no second one. */
export interface PasskeyUsed {
  readonly type: 'PasskeyUsed';
  readonly data: {
    readonly passkeyId: string;
    readonly counter: number;
    readonly challengeHash: string;
    /** As in {@link PasskeyAdded}: it was used there. */
    readonly host?: string | undefined;
  };
}

export interface PasskeyRemoved {
  readonly type: 'PasskeyRemoved';
  readonly data: { readonly passkeyId: string };
}

/** The person signs in by this provider too. `identityHash`: keyed, of the issuer and its name for the person. */
export interface IdentityLinked {
  readonly type: 'IdentityLinked';
  readonly data: { readonly provider: string; readonly identityHash: string };
}

export interface IdentityUnlinked {
  readonly type: 'IdentityUnlinked';
  readonly data: { readonly identityHash: string };
}

/**
 * Several ways in at once: `reset`, chosen beside a new password, with a link for it; `lost`, by the operator, for a person who has lost every
 * factor: the password from before ends too, since it would be enough from then on. Every session that was begun before ends.
 */
export interface CredentialsRemoved {
  readonly type: 'CredentialsRemoved';
  readonly data: {
    readonly passkeyIds: readonly string[];
    /** The authenticator app, with the recovery codes. */
    readonly app: boolean;
    readonly identities: readonly IdentityLinked['data'][];
    readonly why: 'reset' | 'lost';
  };
}

export type CredentialEvent =
  | TotpEnrolled
  | TotpConfirmed
  | TotpStepUsed
  | TotpRemoved
  | RecoveryCodesMade
  | RecoveryCodeUsed
  | PasskeyAdded
  | PasskeyUsed
  | PasskeyRemoved
  | IdentityLinked
  | IdentityUnlinked
  | CredentialsRemoved;

/** An identity at a provider belongs to one user: a reservation, whose stream is named by the identity's keyed hash. */
export interface UserIdentityTaken {
  readonly type: 'UserIdentityTaken';
  readonly data: { readonly userId: string };
}

export interface UserIdentityFreed {
  readonly type: 'UserIdentityFreed';
  readonly data: Record<string, never>;
}

export type UserIdentityEvent = UserIdentityTaken | UserIdentityFreed;
