const own = '/dashboard-api';
const ids = {
  ada: '019a3f5e-7c1a-7d30-9c4b-000000000001',
  ben: '019a3f5e-7c1a-7d30-9c4b-000000000002',
  team: '019a3f5e-7c1a-7d30-9c4b-0000000000a1',
  other: '019a3f5e-7c1a-7d30-9c4b-0000000000a2',
};

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

export type SampleRole = 'admin' | 'member' | 'read-only';

const list = (...data: object[]) => ({ object: 'list', has_more: false, data });

const passwordReset = {
  object: 'password_reset',
  ends_everything: false,
  sessions: 3,
  passkeys: [
    {
      id: '019a3f5e-7c1a-7d30-9c4b-0000000000d1',
      name: 'Laptop',
      created_at: ago(12 * dayMs),
      last_used_at: ago(2 * dayMs),
      host: 'old.example.com',
    },
  ],
  app: true,
  recovery_codes: 8,
  providers: [{ provider: 'github', name: 'GitHub', linked_at: ago(40 * dayMs) }],
  factors: { app: true, passkey: false, passkey_hosts: ['old.example.com'] },
};

export function sampleSession(role: SampleRole = 'admin') {
  return {
    object: 'session',
    user: {
      id: ids.ada,
      email: 'ada@example.com',
      name: 'Ada Example',
      address_proven: true,
      has_password: true,
      has_totp: false,
      passkeys: 0,
    },
    team: { id: ids.team, name: 'Example Shop', role },
    teams: [
      { id: ids.team, name: 'Example Shop', role },
      { id: ids.other, name: 'Newsletter', role: 'member' },
    ],
    can_create_teams: true,
    csrf_token: 'token-of-the-session',
    second_factor: 'done',
    expires_at: ago(-30 * dayMs),
  };
}

export const sampleKeys = list(
  {
    id: '019a3f5e-7c1a-7d30-9c4b-0000000000b1',
    name: 'Shop, production',
    created_at: ago(90 * dayMs),
    last_used_at: ago(3 * minuteMs),
    permission: 'sending_access',
    domain_id: ids.other,
    expires_at: null,
    token_start: 're_Qww',
    created_by: { kind: 'user', id: ids.ada },
    replaced_by: null,
  },
  {
    id: '019a3f5e-7c1a-7d30-9c4b-0000000000b2',
    name: 'Reports',
    created_at: ago(20 * dayMs),
    last_used_at: null,
    permission: 'read_only',
    domain_id: null,
    expires_at: ago(-10 * dayMs - 3_600_000),
    token_start: null,
    created_by: { kind: 'cli', id: 'cli' },
    replaced_by: '019a3f5e-7c1a-7d30-9c4b-0000000000b1',
  },
  {
    id: '019a3f5e-7c1a-7d30-9c4b-0000000000b3',
    name: 'Old deployment with a rather long name',
    created_at: ago(400 * dayMs),
    last_used_at: ago(35 * dayMs),
    permission: 'full_access',
    domain_id: null,
    expires_at: ago(dayMs),
    token_start: null,
    created_by: { kind: 'a-later-kind', id: 'x' },
    replaced_by: null,
  },
);

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** A team of two with everything that its rooms show. */
export function sampleAnswers(role: SampleRole = 'admin'): Record<string, object> {
  return {
    [`GET ${own}/session`]: sampleSession(role),
    [`GET ${own}/sign-in-options`]: {
      needs_set_up: false,
      password: true,
      passkeys: true,
      providers: [
        { id: 'google', name: 'Google' },
        { id: 'github', name: 'GitHub' },
      ],
    },
    [`GET ${own}/sign-in/second-factor`]: {
      object: 'second_factor',
      app: true,
      passkey: true,
      passkey_hosts: ['old.example.com'],
    },
    [`POST ${own}/password-reset/look`]: passwordReset,
    [`GET ${own}/api-keys`]: sampleKeys,
    [`GET ${own}/domains?limit=100`]: list({ id: ids.other, name: 'example.com', status: 'verified' }),
    [`GET ${own}/sessions`]: list(
      {
        id: '019a3f5e-7c1a-7d30-9c4b-0000000000c1',
        created_at: ago(2 * dayMs),
        last_seen_at: ago(0),
        expires_at: ago(-28 * dayMs),
        address: '192.0.2.17',
        user_agent: chrome,
        current: true,
      },
      {
        id: '019a3f5e-7c1a-7d30-9c4b-0000000000c2',
        created_at: ago(9 * dayMs),
        last_seen_at: ago(5 * 60 * minuteMs),
        expires_at: ago(-21 * dayMs),
        address: '2001:db8:85a3::8a2e:370:7334',
        user_agent: safari,
        current: false,
      },
    ),
    [`GET ${own}/profile/identities`]: list({ provider: 'github', name: 'GitHub', linked_at: ago(9 * dayMs) }),
    [`GET ${own}/profile/passkeys`]: list({
      id: '019a3f5e-7c1a-7d30-9c4b-0000000000d1',
      name: 'Laptop',
      created_at: ago(12 * dayMs),
      last_used_at: ago(2 * dayMs),
      host: 'old.example.com',
    }),
    [`GET ${own}/team`]: {
      object: 'team',
      id: ids.team,
      name: 'Example Shop',
      second_factor_required: false,
      sso: null,
    },
    [`GET ${own}/people`]: list(
      {
        id: ids.ada,
        email: 'ada@example.com',
        name: 'Ada Example',
        role,
        second_factor: true,
        address_proven: true,
        last_seen_at: ago(minuteMs),
        joined_at: ago(90 * dayMs),
      },
      {
        id: ids.ben,
        email: 'ben.with.a.long.address@department.example.com',
        name: 'Ben Example',
        role: 'read-only',
        second_factor: false,
        address_proven: false,
        last_seen_at: null,
        joined_at: ago(dayMs),
      },
    ),
    [`GET ${own}/invitations`]: list({
      id: '019a3f5e-7c1a-7d30-9c4b-0000000000e1',
      email: 'carol@example.com',
      role: 'member',
      created_at: ago(dayMs),
      expires_at: ago(-6 * dayMs),
    }),
    [`GET ${own}/installation`]: {
      object: 'installation',
      smtp: {
        user_names: ['posthorn', 'resend'],
        ports: [
          { port: 10_587, encryption: 'starttls' },
          { port: 10_465, encryption: 'tls' },
        ],
        certificate: 'self-signed',
      },
      retention: { retention_days: null, request_log_days: 30 },
      notices_leave: true,
      delivery: { mode: 'mx', relay_suppresses: true },
      features: { authenticator: true, passkeys: true, activity: true, server: true },
    },
    [`GET ${own}/activity?limit=50`]: list(
      {
        id: '019a3f5e-7c1a-7d30-9c4b-0000000000f1',
        type: 'MemberRoleChanged',
        also: [],
        created_at: ago(4 * minuteMs),
        actor: { kind: 'user', id: ids.ada, name: 'Ada Example' },
        address: '192.0.2.17',
        summary: 'Ben Example is now read-only',
        count: 1,
        resource: { kind: 'team', id: '019a3f5e-7c1a-7d30-9c4b-0000000000e1', name: 'Example Shop' },
      },
      {
        id: '019a3f5e-7c1a-7d30-9c4b-0000000000f2',
        type: 'SuppressionAdded',
        also: [],
        created_at: ago(3 * dayMs),
        actor: { kind: 'api-key', id: ids.ben, name: null },
        address: null,
        summary: 'carol@example.com suppressed (manual), for all email',
        count: 100,
        resource: { kind: 'suppression', id: '019a3f5e-7c1a-7d30-9c4b-0000000000e2', name: 'carol@example.com' },
      },
    ),
    [`POST ${own}/invitations/look`]: {
      team_name: 'Example Shop',
      email: 'carol@example.com',
      role: 'member',
      has_account: false,
    },
    [`POST ${own}/profile/totp`]: {
      object: 'totp',
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Posthorn:ada@example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Posthorn',
    },
  };
}

export const answers = sampleAnswers;

export const samples = [
  ['sign-in', '/sign-in', 'button:has-text("Sign in")'],
  ['second-factor', '/second-factor', 'button:has-text("Continue")'],
  ['set-up', '/set-up?token=one', 'button:has-text("Create and sign in")'],
  ['reset', '/reset', 'button:has-text("Send link")'],
  ['reset-confirm', '/reset?token=one', 'button:has-text("Set the password")'],
  ['invitation', '/invitation?token=one', 'button:has-text("Accept and sign in")'],
  ['confirm-email', '/confirm-email?token=one', 'button:has-text("Confirm address")'],
  ['api-keys', '/api-keys', 'text=Shop, production'],
  ['create-key', '/api-keys?create=true', 'role=dialog >> button:has-text("Create")'],
  ['activity', '/activity', 'text=Ben Example is now read-only'],
  ['profile', '/settings/profile', 'text=Download your data'],
  ['security', '/settings/security', 'text=Laptop'],
  ['sessions', '/settings/sessions', 'text=Safari on iOS'],
  ['people', '/settings/people', 'text=carol@example.com'],
  ['policy', '/settings/policy', 'text=Require a second factor'],
  ['smtp', '/settings/smtp', 'text=self-signed'],
  ['retention', '/settings/retention', 'text=30 days'],
] as const;
