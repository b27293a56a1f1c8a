import { unreachable } from '../../domain/shared/decider.js';
import type { InvitationEvent } from '../../domain/invitation/events.js';
import type { SessionEnded, SessionEvent } from '../../domain/session/events.js';
import type { TeamEvent } from '../../domain/team/events.js';
import type { CredentialEvent, CredentialsRemoved, UserIdentityEvent } from '../../domain/user/credential-events.js';
import type { UserAddressEvent, UserEvent } from '../../domain/user/events.js';
import { removedWays } from '../../domain/user/removal.js';
import { waysInWords } from '../people/removed-ways.js';

/** What is about people, their teams and their sessions. */
export type PeopleEvent = TeamEvent | UserEvent | UserAddressEvent | UserIdentityEvent | SessionEvent | InvitationEvent;

/** Who may get in, and what they may do, in words: ids and no name or address. */
export function describePeopleEvent(event: PeopleEvent): string {
  switch (event.type) {
    case 'TeamCreated':
      return `Team "${event.data.name}" created`;
    case 'TeamRenamed':
      return `Renamed to "${event.data.name}"`;
    case 'MemberAdded':
      return `User ${event.data.userId} joined as ${event.data.role}`;
    case 'MemberRoleChanged':
      return `User ${event.data.userId} is ${event.data.role} from now on`;
    case 'MemberRemoved':
      return `User ${event.data.userId} is no member any more`;
    case 'SecurityPolicyChanged': {
      const { secondFactorRequired, sso } = event.data;
      const only = sso === null ? 'any way of signing in' : `${sso.provider} only for people of domain ${sso.domainId}`;
      return `Policy is now: second factor ${secondFactorRequired ? 'required' : 'not required'}, ${only}`;
    }
    case 'InvitationSent':
      return `Invited to team ${event.data.teamId} as ${event.data.role}, until ${event.data.expiresAt}`;
    case 'InvitationAccepted':
      return `Accepted by user ${event.data.userId}`;
    case 'InvitationRevoked':
      return 'Revoked: the link opens nothing any more';
    case 'SessionStarted':
      return `User ${event.data.userId} signed in${event.data.secondFactor ? ' with a second factor' : ''}`;
    case 'SessionReauthenticated':
      return `Confirmed by ${event.data.proof} that it is the same person`;
    case 'SessionSeen':
      return 'Used; noted at most once in half an hour';
    case 'SessionTeamSwitched':
      return `Works for team ${event.data.teamId} from now on`;
    case 'SessionEnded':
      return endedWhy[event.data.why];
    default:
      return describeUserEvent(event);
  }
}

function describeUserEvent(event: UserEvent | UserAddressEvent | UserIdentityEvent): string {
  switch (event.type) {
    case 'UserCreated':
      return `User ${event.data.userId} created`;
    case 'UserAddressProven':
      return provenBy[event.data.by];
    case 'UserWaysInEnded':
      return 'Password, second factor, passkeys, providers and sessions from before ended';
    case 'UserPasswordSet':
      return { created: 'Password set', changed: 'Password changed', reset: 'Password set by a link' }[event.data.why];
    case 'UserRenamed':
      return 'Name changed';
    case 'UserEmailChangeRequested':
      return `Another address asked for, until ${event.data.expiresAt}`;
    case 'UserEmailChangeConfirmed':
      return `Confirmed by the ${event.data.by} address`;
    case 'UserEmailChanged':
      return 'The new address counts from now on';
    case 'PasswordResetRequested':
      return `A link that sets a password was made, until ${event.data.expiresAt}`;
    case 'UserDisabled':
      return 'Disabled: signs in nowhere, and every session ended';
    case 'UserEnabled':
      return 'Enabled again';
    case 'UserSessionsEnded':
      return 'Every session ended';
    case 'UserAddressTaken':
      return `Address taken by user ${event.data.userId}`;
    case 'UserAddressFreed':
      return 'Address free again';
    default:
      return describeCredentialEvent(event);
  }
}

function describeCredentialEvent(event: CredentialEvent | UserIdentityEvent): string {
  switch (event.type) {
    case 'TotpEnrolled':
      return 'An authenticator app was shown a secret; it counts once a code of it was seen';
    case 'TotpConfirmed':
      return 'Second factor: an authenticator app';
    case 'TotpStepUsed':
      return 'A code of the authenticator app was used';
    case 'TotpRemoved':
      return 'The authenticator app and the recovery codes were removed';
    case 'RecoveryCodesMade':
      return `${event.data.hashes.length} recovery codes were made; those before open nothing any more`;
    case 'RecoveryCodeUsed':
      return 'A recovery code was used';
    case 'PasskeyAdded':
      return `Passkey ${event.data.passkeyId} added`;
    case 'PasskeyUsed':
      return `Passkey ${event.data.passkeyId} used`;
    case 'PasskeyRemoved':
      return `Passkey ${event.data.passkeyId} removed`;
    case 'IdentityLinked':
      return `Signs in by ${event.data.provider} too`;
    case 'IdentityUnlinked':
      return 'An identity at a provider was unlinked';
    case 'CredentialsRemoved':
      return removedInWords(event.data);
    case 'UserIdentityTaken':
      return `Identity taken by user ${event.data.userId}`;
    case 'UserIdentityFreed':
      return 'Identity free again';
    default:
      return unreachable(event);
  }
}

function removedInWords(data: CredentialsRemoved['data']): string {
  const ids = data.passkeyIds.length === 0 ? '' : ` (${data.passkeyIds.join(', ')})`;
  const how = { reset: 'Removed with a link for a new password', lost: 'Every factor removed, and the password' };
  return `${how[data.why]}: ${waysInWords(removedWays(data))}${ids}; every session ended`;
}

const provenBy = {
  mail: 'Address proven by a link that was sent to it',
  provider: 'Address proven by a provider that vouches for it',
  operator: 'The operator said that the address is this person’s',
} as const;

const endedWhy: Readonly<Record<SessionEnded['data']['why'], string>> = {
  'signed-out': 'Signed out',
  ended: 'Ended',
  replaced: 'Replaced by a new session',
  'too-many': 'Ended as the oldest: the person had too many sessions',
};
