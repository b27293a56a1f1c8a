import type { PersonContext } from '../../../application/people/people-services.js';
import type { IdentityView } from '../../../application/people/identities.js';
import type { SessionView } from '../../../application/people/own-sessions.js';
import type { TeamView } from '../../../application/people/manage-team.js';
import type { PasskeyView } from '../../../application/people/passkeys.js';
import type { ResetView } from '../../../application/people/password-reset.js';
import type { ShownFactors } from '../../../application/people/people.js';
import type { SessionDocument } from '../../../projections/people/people.projections.js';
import type { Answer } from '../openapi/operation.js';
import type { identityRow, passkeyRow, passwordReset, session, sessionRow, team } from './people.answers.js';

/** What is answered where there is nothing more to say. */
export const done = () => ({ object: 'done' }) as const;

export function presentSession(view: SessionView, by: PersonContext): Answer<typeof session> {
  const { userId, email, name, addressProven, hasPassword, hasTotp, passkeys, teams } = view;
  return {
    object: 'session',
    user: {
      id: userId,
      email,
      name,
      address_proven: addressProven,
      has_password: hasPassword,
      has_totp: hasTotp,
      passkeys,
    },
    team: teams.find(({ id }) => id === by.teamId) ?? null,
    teams,
    can_create_teams: view.canCreateTeams,
    csrf_token: view.csrfToken,
    second_factor: by.secondFactor,
    expires_at: by.expiresAt,
  };
}

export function presentOwnSession(
  { id, startedAt, lastSeenAt, expiresAt, client }: SessionDocument,
  by: PersonContext,
): Answer<typeof sessionRow> {
  return {
    id,
    created_at: startedAt,
    last_seen_at: lastSeenAt,
    expires_at: expiresAt,
    address: client.address,
    user_agent: client.userAgent,
    current: id === by.sessionId,
  };
}

export function presentTeam({ id, name, secondFactorRequired, sso }: TeamView): Answer<typeof team> {
  return {
    object: 'team',
    id,
    name,
    second_factor_required: secondFactorRequired,
    sso: sso === null ? null : { provider: sso.provider, domain_id: sso.domainId },
  };
}

export function presentPasskey({ id, name, addedAt, lastUsedAt, host }: PasskeyView): Answer<typeof passkeyRow> {
  return { id, name, created_at: addedAt, last_used_at: lastUsedAt, host };
}

export function presentIdentity({ provider, name, linkedAt }: IdentityView): Answer<typeof identityRow> {
  return { provider, name, linked_at: linkedAt };
}

export function presentFactors({ app, passkeys, passkeyHosts }: ShownFactors) {
  return { app, passkey: passkeys, passkey_hosts: [...passkeyHosts] };
}

export function presentReset(view: ResetView): Answer<typeof passwordReset> {
  return {
    object: 'password_reset',
    ends_everything: view.endsEverything,
    sessions: view.sessions,
    passkeys: view.passkeys.map(presentPasskey),
    app: view.app,
    recovery_codes: view.recoveryCodes,
    providers: view.identities.map(presentIdentity),
    factors: presentFactors(view.factors),
  };
}
