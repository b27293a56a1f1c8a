import { call } from './client';
import type { Role } from './documents';
import type { Body } from './operations';

/* What more than one room changes, and what they ask with something that must not be in an address. */

/** What `navigator.credentials` takes and gives: WebAuthn says what is in it. */
export type Json = Readonly<Record<string, unknown>>;

/** One of the factors of an account. */
export type Factor = { readonly code: string } | { readonly recovery_code: string } | { readonly passkey: Json };

export const access = {
  setUp: (body: Body<'POST /dashboard-api/set-up'>) => call('POST /dashboard-api/set-up', { body }),
  signIn: (body: Body<'POST /dashboard-api/sign-in'>) => call('POST /dashboard-api/sign-in', { body }),
  secondFactor: (body: Factor) => call('POST /dashboard-api/sign-in/second-factor', { body }),
  passkeyOptions: () => call('POST /dashboard-api/sign-in/passkey-options'),
  passkey: (response: Json) => call('POST /dashboard-api/sign-in/passkey', { body: { response } }),
  signOut: () => call('POST /dashboard-api/sign-out'),
  requestReset: (email: string) => call('POST /dashboard-api/password-reset', { body: { email } }),
  lookAtReset: (token: string) => call('POST /dashboard-api/password-reset/look', { body: { token } }),
  confirmReset: (body: Body<'POST /dashboard-api/password-reset/confirm'>) =>
    call('POST /dashboard-api/password-reset/confirm', { body }),
  lookAtInvitation: (token: string) => call('POST /dashboard-api/invitations/look', { body: { token } }),
  acceptInvitation: (body: Body<'POST /dashboard-api/invitations/accept'>) =>
    call('POST /dashboard-api/invitations/accept', { body }),
  acceptAtProvider: (provider: string, token: string) =>
    call('POST /dashboard-api/invitations/providers/{provider}', { path: { provider }, body: { token } }),
  confirmEmail: (token: string) => call('POST /dashboard-api/profile/email/confirm', { body: { token } }),
};

export const profile = {
  rename: (name: string) => call('PATCH /dashboard-api/profile', { body: { name } }),
  changePassword: (body: Body<'POST /dashboard-api/profile/password'>) =>
    call('POST /dashboard-api/profile/password', { body }),
  changeEmail: (body: Body<'POST /dashboard-api/profile/email'>) => call('POST /dashboard-api/profile/email', { body }),
  requestAddressProof: () => call('POST /dashboard-api/profile/address-proof'),
  endSession: (id: string) => call('DELETE /dashboard-api/sessions/{id}', { path: { id } }),
  endAllSessions: () => call('POST /dashboard-api/sessions/end-all'),
  beginTotp: () => call('POST /dashboard-api/profile/totp'),
  confirmTotp: (code: string) => call('POST /dashboard-api/profile/totp/confirm', { body: { code } }),
  /** Another person at an open page must not be able to do what this is asked for. */
  reauthenticate: (body: Factor | { readonly password: string }) =>
    call('POST /dashboard-api/session/reauthenticate', { body }),
  removeTotp: () => call('DELETE /dashboard-api/profile/totp'),
  makeRecoveryCodes: () => call('POST /dashboard-api/profile/recovery-codes'),
  passkeyOptions: () => call('POST /dashboard-api/profile/passkeys/options'),
  addPasskey: (body: Body<'POST /dashboard-api/profile/passkeys'>) =>
    call('POST /dashboard-api/profile/passkeys', { body }),
  removePasskey: (id: string) => call('DELETE /dashboard-api/profile/passkeys/{id}', { path: { id } }),
  linkIdentity: (provider: string) => call('POST /dashboard-api/profile/identities/{provider}', { path: { provider } }),
  unlinkIdentity: (provider: string) =>
    call('DELETE /dashboard-api/profile/identities/{provider}', { path: { provider } }),
};

export const team = {
  switchTo: (teamId: string) => call('POST /dashboard-api/session/team', { body: { team_id: teamId } }),
  create: (name: string) => call('POST /dashboard-api/teams', { body: { name } }),
  change: (body: Body<'PATCH /dashboard-api/team'>) => call('PATCH /dashboard-api/team', { body }),
  invite: (body: Body<'POST /dashboard-api/invitations'>) => call('POST /dashboard-api/invitations', { body }),
  revokeInvitation: (id: string) => call('DELETE /dashboard-api/invitations/{id}', { path: { id } }),
  changeRole: (id: string, role: Role) => call('PATCH /dashboard-api/people/{id}', { path: { id }, body: { role } }),
  removePerson: (id: string, keepalive = false) =>
    call('DELETE /dashboard-api/people/{id}', { path: { id }, keepalive }),
};

export const apiKeys = {
  create: (body: Body<'POST /api-keys'>) => call('POST /api-keys', { body }),
  rename: (id: string, name: string) => call('PATCH /api-keys/{id}', { path: { id }, body: { name } }),
  rotate: (id: string, hours: number) =>
    call('POST /dashboard-api/api-keys/{id}/rotate', { path: { id }, body: { overlap_hours: hours } }),
  revoke: (id: string, keepalive = false) => call('DELETE /api-keys/{id}', { path: { id }, keepalive }),
};
