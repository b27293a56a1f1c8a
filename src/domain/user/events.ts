import type { Client } from '../shared/client.js';
import type { Personal } from '../shared/personal.js';
import type { CredentialEvent } from './credential-events.js';

/** What people see of a person. */
export interface Profile {
  readonly email: string;
  readonly name: string;
}

/** Everything personal of a user is sealed under the user's own key: destroying it erases the person. */
export interface UserCreated {
  readonly type: 'UserCreated';
  readonly data: {
    readonly userId: string;
    readonly profile: Personal<Profile>;
    /** Keyed. */
    readonly addressHash: string;
    /** Whether the owner of the address made it; absent, in accounts of before: it counts as proven, since nobody can tell. */
    readonly addressProven?: boolean | undefined;
  };
}

/**
 * The first time that the owner of the address showed up: by a link that was sent there, or by a provider that vouches for it. Or the
 * operator has said that the address is this person's.
 */
export interface UserAddressProven {
  readonly type: 'UserAddressProven';
  readonly data: { readonly by: 'mail' | 'provider' | 'operator' };
}

/** Password, authenticator app, recovery codes, passkeys, providers, sessions and open links: none opens anything any more. */
export interface UserWaysInEnded {
  readonly type: 'UserWaysInEnded';
  readonly data: Record<string, never>;
}

/** Every session that was begun before ends. The value is the hash of the password (PHC). */
export interface UserPasswordSet {
  readonly type: 'UserPasswordSet';
  readonly data: {
    readonly password: Personal<string>;
    readonly why: PasswordOccasion;
    /** From where a link was followed: there is no session that knows. */
    readonly client?: Personal<Client> | undefined;
  };
}

export type PasswordOccasion = 'created' | 'changed' | 'reset';

export interface UserRenamed {
  readonly type: 'UserRenamed';
  readonly data: { readonly profile: Personal<Profile> };
}

/** One link goes to the old address and one to the new. `…Hash`: keyed hashes of what the links hold. */
export interface UserEmailChangeRequested {
  readonly type: 'UserEmailChangeRequested';
  readonly data: {
    readonly email: Personal<string>;
    readonly oldTokenHash: string;
    readonly newTokenHash: string;
    /** ISO 8601. */
    readonly expiresAt: string;
  };
}

export interface UserEmailChangeConfirmed {
  readonly type: 'UserEmailChangeConfirmed';
  readonly data: { readonly by: 'old' | 'new' };
}

export interface UserEmailChanged {
  readonly type: 'UserEmailChanged';
  readonly data: { readonly profile: Personal<Profile>; readonly addressHash: string };
}

export interface PasswordResetRequested {
  readonly type: 'PasswordResetRequested';
  readonly data: {
    readonly tokenHash: string;
    /** ISO 8601. */
    readonly expiresAt: string;
    /** It was sent to the address, and to nobody else: who follows it reads what is sent there. Absent: no. */
    readonly toMailbox?: boolean | undefined;
  };
}

/** Signs in nowhere, and every session ends. */
export interface UserDisabled {
  readonly type: 'UserDisabled';
  readonly data: Record<string, never>;
}

export interface UserEnabled {
  readonly type: 'UserEnabled';
  readonly data: Record<string, never>;
}

/** Every session that was begun before ends. */
export interface UserSessionsEnded {
  readonly type: 'UserSessionsEnded';
  readonly data: Record<string, never>;
}

export type UserEvent =
  | UserCreated
  | UserAddressProven
  | UserWaysInEnded
  | UserPasswordSet
  | UserRenamed
  | UserEmailChangeRequested
  | UserEmailChangeConfirmed
  | UserEmailChanged
  | PasswordResetRequested
  | UserDisabled
  | UserEnabled
  | UserSessionsEnded
  | CredentialEvent;

/** An address belongs to one user: a reservation, whose stream is named by the address's keyed hash. */
export interface UserAddressTaken {
  readonly type: 'UserAddressTaken';
  readonly data: {
    readonly userId: string;
    /** Of which change of address; absent: of none, by an account that began with it. */
    readonly change?: string | undefined;
  };
}

export interface UserAddressFreed {
  readonly type: 'UserAddressFreed';
  readonly data: Record<string, never>;
}

export type UserAddressEvent = UserAddressTaken | UserAddressFreed;
