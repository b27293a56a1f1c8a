import { ask } from './client';
import type { Requests } from './generated';
import type {
  CreatedInvitation,
  InvitationLook,
  NewApiKey,
  RecoveryCodes,
  Role,
  SignIn,
  Team,
  TotpSecret,
} from './documents';

/* What the rooms change, and what they ask with something that must not be in an address. */

const own = '/dashboard-api';
const one = (path: string, id: string): string => `${path}/${encodeURIComponent(id)}`;
const post = <Document = object>(path: string, body?: object) => ask<Document>('POST', own + path, { body });
const patch = <Document = object>(path: string, body: object) => ask<Document>('PATCH', own + path, { body });
const remove = (path: string) => ask<object>('DELETE', own + path);

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** One of the factors of an account. */
export type Factor = { readonly code: string } | { readonly recovery_code: string } | { readonly passkey: object };

/** What `navigator.credentials` takes and gives, as JSON. */
interface PasskeyOptions<Options> {
  readonly options: Options;
}

export const access = {
  setUp: (body: Credentials & { token: string; name: string; team_name?: string }) => post<SignIn>('/set-up', body),
  signIn: (body: Credentials) => post<SignIn>('/sign-in', body),
  secondFactor: (body: Factor) => post<SignIn>('/sign-in/second-factor', body),
  passkeyOptions: <Options>() => post<PasskeyOptions<Options>>('/sign-in/passkey-options'),
  passkey: (response: object) => post<SignIn>('/sign-in/passkey', { response }),
  signOut: () => post('/sign-out'),
  requestReset: (email: string) => post('/password-reset', { email }),
  confirmReset: (body: { token: string; password: string }) => post('/password-reset/confirm', body),
  lookAtInvitation: (token: string) => post<InvitationLook>('/invitations/look', { token }),
  acceptInvitation: (body: { token: string; name?: string; password?: string }) =>
    post<SignIn>('/invitations/accept', body),
  acceptAtProvider: (provider: string, token: string) =>
    post<{ url: string }>(one('/invitations/providers', provider), { token }),
  confirmEmail: (token: string) => post<{ state: 'half' | 'changed' }>('/profile/email/confirm', { token }),
};

export const profile = {
  rename: (name: string) => patch('/profile', { name }),
  changePassword: (body: { current_password?: string; password: string }) => post('/profile/password', body),
  changeEmail: (body: Credentials) => post('/profile/email', body),
  requestAddressProof: () => post('/profile/address-proof'),
  endSession: (id: string) => remove(one('/sessions', id)),
  endAllSessions: () => post('/sessions/end-all'),
  beginTotp: () => post<TotpSecret>('/profile/totp'),
  confirmTotp: (code: string) => post<RecoveryCodes>('/profile/totp/confirm', { code }),
  /** Another person at an open page must not be able to do what this is asked for. */
  reauthenticate: (proof: Factor | { readonly password: string }) => post('/session/reauthenticate', proof),
  removeTotp: () => remove('/profile/totp'),
  makeRecoveryCodes: () => post<RecoveryCodes>('/profile/recovery-codes'),
  passkeyOptions: <Options>() => post<PasskeyOptions<Options>>('/profile/passkeys/options'),
  addPasskey: (body: { name: string; response: object }) => post('/profile/passkeys', body),
  removePasskey: (id: string) => remove(one('/profile/passkeys', id)),
  linkIdentity: (provider: string) => post<{ url: string }>(one('/profile/identities', provider)),
  unlinkIdentity: (provider: string) => remove(one('/profile/identities', provider)),
};

export const team = {
  switchTo: (teamId: string) => post('/session/team', { team_id: teamId }),
  create: (name: string) => post<{ id: string }>('/teams', { name }),
  change: (body: Requests['PATCH /dashboard-api/team']) => patch<Team>('/team', body),
  invite: (body: { email: string; role: Role }) => post<CreatedInvitation>('/invitations', body),
  revokeInvitation: (id: string) => remove(one('/invitations', id)),
  changeRole: (id: string, role: Role) => patch(one('/people', id), { role }),
  removePerson: (id: string, keepalive = false) => ask<object>('DELETE', one(`${own}/people`, id), { keepalive }),
};

export const apiKeys = {
  create: (body: NewApiKey) => ask<{ id: string; token: string }>('POST', '/api-keys', { body }),
  revoke: (id: string, keepalive = false) => ask<object>('DELETE', one('/api-keys', id), { keepalive }),
};
