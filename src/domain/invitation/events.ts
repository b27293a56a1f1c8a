import type { Personal } from '../shared/personal.js';

/** `tokenHash` is a keyed hash; what it is of is in the link and nowhere else. */
export interface InvitationSent {
  readonly type: 'InvitationSent';
  readonly data: {
    readonly invitationId: string;
    readonly teamId: string;
    readonly role: InvitedRole;
    /** Sealed under the invitation's own key. */
    readonly email: Personal<string>;
    /** Keyed. */
    readonly addressHash: string;
    readonly tokenHash: string;
    /** Of another link, which only the mail to the address holds; absent: the mail held the same link as the answer. */
    readonly mailTokenHash?: string | undefined;
    /** ISO 8601. */
    readonly expiresAt: string;
  };
}

/** As a team's roles. */
export type InvitedRole = 'admin' | 'member' | 'read-only';

export interface InvitationAccepted {
  readonly type: 'InvitationAccepted';
  readonly data: { readonly userId: string };
}

export interface InvitationRevoked {
  readonly type: 'InvitationRevoked';
  readonly data: Record<string, never>;
}

export type InvitationEvent = InvitationSent | InvitationAccepted | InvitationRevoked;
