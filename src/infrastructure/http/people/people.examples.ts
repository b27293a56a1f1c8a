import { listOf } from '../openapi/shared-examples.js';

/* What the examples of the routes about people speak of. */

const id = '019a3f5e-7c1a-7d30-9c4b-9a7a0a5c8e99';
export const teamId = '019a3f5e-7c1a-7d30-9c4b-9b7a0a5c8eaa';
const at = '2026-01-02T03:04:05.678Z';
const later = '2026-02-01T03:04:05.678Z';
export const email = 'ada@example.com';
export const token = 'V1StGXR8Z5jdHi6BmyT9kQ2wL4xN7cP0V1StGXR8Z5j';
export const password = 'correct horse battery staple';

const team = { id: teamId, name: 'First team', role: 'admin' } as const;
const sessionRow = {
  id,
  created_at: at,
  last_seen_at: at,
  expires_at: later,
  address: '192.0.2.1',
  user_agent: 'Firefox',
  current: true,
};

export const done = { object: 'done' } as const;
export const signedIn = { object: 'sign_in', state: 'signed_in' } as const;

const factors = { app: true, passkey: false, passkey_hosts: [] };
export const secondFactor = { object: 'second_factor', ...factors } as const;

/** One example, with a request where one is given. */
export const example = <Request, Answer>(summary: string, answer: Answer, request?: Request) => ({
  example: { summary, answer, ...(request === undefined ? {} : { request }) },
});

export const session = {
  object: 'session',
  user: { id, email, name: 'Ada', address_proven: true, has_password: true, has_totp: false, passkeys: 0 },
  team,
  teams: [team],
  can_create_teams: true,
  csrf_token: 'f3b1c5d7',
  second_factor: 'done',
  expires_at: later,
} as const;
export const sessions = listOf(sessionRow);
export const endedSession = { object: 'session', id, ended: true } as const;
export const people = listOf({
  id,
  email,
  name: 'Ada',
  role: 'admin',
  second_factor: false,
  address_proven: true,
  last_seen_at: at,
  joined_at: at,
} as const);
export const changedPerson = { object: 'person', id, role: 'member' } as const;
export const removedPerson = { object: 'person', id, removed: true } as const;
export const invitations = listOf({
  id,
  email: 'grace@example.com',
  role: 'member',
  created_at: at,
  expires_at: later,
} as const);
export const invited = {
  object: 'invitation',
  id,
  url: `https://mail.example.com/dashboard/invitation?token=${token}`,
  mail_sent: true,
} as const;
export const revoked = { object: 'invitation', id, revoked: true } as const;
export const invitation = {
  object: 'invitation',
  team_name: 'First team',
  email: 'grace@example.com',
  role: 'member',
  has_account: false,
} as const;
export const teamView = {
  object: 'team',
  id: teamId,
  name: 'First team',
  second_factor_required: false,
  sso: null,
} as const;
export const createdTeam = { object: 'team', id: teamId, name: 'Looms' } as const;
export const ownData = {
  object: 'own_data',
  user: { id, email, name: 'Ada', created_at: at },
  teams: [team],
  sessions: [sessionRow],
  events: [{ id, type: 'UserCreated', created_at: at, summary: `User ${id} created` }],
} as const;
export const signInOptions = {
  object: 'sign_in_options',
  needs_set_up: false,
  password: true,
  passkeys: false,
  providers: [],
} as const;

export const totp = {
  object: 'totp',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Posthorn:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Posthorn',
} as const;
export const recoveryCodes = { object: 'recovery_codes', recovery_codes: ['k3v9x-2m7qd', 'p8w4n-6t1zc'] } as const;
export const passkeyOptions = {
  object: 'passkey_options',
  options: { challenge: token, rpId: 'mail.example.com', userVerification: 'required' },
} as const;
export const authenticatorResponse = { id: token, rawId: token, type: 'public-key', response: {} };
const passkey = { id, name: 'Laptop', created_at: at, last_used_at: null, host: 'mail.example.com' };
export const passkeys = listOf(passkey);
export const createdPasskey = { object: 'passkey', id } as const;
export const removedPasskey = { object: 'passkey', id, removed: true } as const;
const identity = { provider: 'github', name: 'GitHub', linked_at: at };
export const identities = listOf(identity);
export const unlinkedIdentity = { object: 'identity', provider: 'github', unlinked: true } as const;
export const providerVisit = {
  object: 'provider_visit',
  url: 'https://github.com/login/oauth/authorize?client_id=posthorn',
} as const;
export const passwordReset = {
  object: 'password_reset',
  ends_everything: false,
  sessions: 1,
  passkeys: [passkey],
  app: true,
  recovery_codes: 8,
  providers: [identity],
  factors,
} as const;
