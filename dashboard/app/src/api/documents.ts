export type Role = 'admin' | 'member' | 'read-only';

export interface TeamOfPerson {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export interface Session {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly has_password: boolean;
    readonly has_totp: boolean;
    readonly passkeys: number;
  };
  readonly team: TeamOfPerson | null;
  readonly teams: readonly TeamOfPerson[];
  readonly csrf_token: string;
  readonly second_factor: 'done' | 'enrol';
  readonly expires_at: string;
}

export interface SignInOptions {
  readonly needs_set_up: boolean;
  readonly password: boolean;
  readonly passkeys: boolean;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}

export interface SignIn {
  readonly state: 'signed_in' | 'second_factor';
}

export interface SessionRow {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly current: boolean;
}

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly second_factor_required: boolean;
  readonly sso: { readonly provider: string; readonly domain_id: string } | null;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly second_factor: boolean;
  readonly last_seen_at: string | null;
  readonly joined_at: string;
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly created_at: string;
  readonly expires_at: string;
}

export interface CreatedInvitation {
  readonly id: string;
  readonly mail_sent: boolean;
  readonly url: string;
}

export interface InvitationLook {
  readonly team_name: string;
  readonly email: string;
  readonly role: Role;
  readonly has_account: boolean;
}

export interface AccessEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string | null };
  readonly address: string | null;
  readonly summary: string;
}

export interface TotpSecret {
  readonly secret: string;
  readonly uri: string;
}

export interface RecoveryCodes {
  readonly recovery_codes: readonly string[];
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

export type Permission = 'full_access' | 'sending_access' | 'read_only';

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly permission?: Permission;
  readonly domain_id?: string | null;
  readonly expires_at?: string | null;
}

export interface NewApiKey {
  readonly name: string;
  readonly permission: Permission;
  readonly domain_id?: string;
  readonly expires_at?: string;
}

export interface Domain {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

/** How this installation takes mail over SMTP, and what it keeps. */
export interface Installation {
  readonly smtp: {
    readonly user_names: readonly string[];
    readonly ports: readonly { readonly port: number; readonly encryption: 'starttls' | 'tls' }[];
    readonly certificate: 'own' | 'self-signed';
  } | null;
  readonly retention: {
    readonly retention_days: number | null;
    readonly request_log_days: number;
  };
}

export interface List<Row> {
  readonly data: readonly Row[];
  readonly has_more: boolean;
}
