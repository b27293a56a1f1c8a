export interface TeamCreated {
  readonly type: 'TeamCreated';
  readonly data: { readonly teamId: string; readonly name: string };
}

/** What a person may do in a team; each may do what the next may. */
export type Role = 'admin' | 'member' | 'read-only';

export interface TeamRenamed {
  readonly type: 'TeamRenamed';
  readonly data: { readonly name: string };
}

export interface MemberAdded {
  readonly type: 'MemberAdded';
  readonly data: {
    readonly userId: string;
    readonly role: Role;
    /** Null: not by invitation. */
    readonly invitationId: string | null;
  };
}

export interface MemberRoleChanged {
  readonly type: 'MemberRoleChanged';
  readonly data: { readonly userId: string; readonly role: Role };
}

export interface MemberRemoved {
  readonly type: 'MemberRemoved';
  readonly data: { readonly userId: string };
}

/** Absolute: what it names replaces what was. */
export interface SecurityPolicyChanged {
  readonly type: 'SecurityPolicyChanged';
  readonly data: SecurityPolicy;
}

export interface SecurityPolicy {
  /** A person without one can do nothing but enrol one. */
  readonly secondFactorRequired: boolean;
  /** People with an address of the domain sign in by this provider only; null: every way is open. */
  readonly sso: { readonly provider: string; readonly domainId: string } | null;
}

export type TeamEvent =
  | TeamCreated
  | TeamRenamed
  | MemberAdded
  | MemberRoleChanged
  | MemberRemoved
  | SecurityPolicyChanged;
