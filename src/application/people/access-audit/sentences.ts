import { unreachable } from '../../../domain/shared/decider.js';
import type { Actor } from '../../../domain/shared/recorded.js';
import type { AccessChange } from '../../../projections/people/access-audit.projection.js';
import { waysInWords } from '../../../domain/user/removed-ways.js';

/** By id; null: not there any more, or erased. */
export interface Names {
  readonly person: (userId: string) => Promise<string | null>;
  readonly apiKey: (apiKeyId: string) => Promise<string | null>;
  /** The address that an invitation was sent to. */
  readonly invited: (invitationId: string) => Promise<string | null>;
  readonly domain: (domainId: string) => Promise<string | null>;
}

const erasedPerson = 'An erased person';

/** What happened, for the people of a team: names and no ids. */
export async function sentenceOf(change: AccessChange, actor: Actor, names: Names): Promise<string> {
  switch (change.type) {
    case 'ApiKeyCreated':
      return `The API key “${change.name}” was created: ${permissions[change.permission]}`;
    case 'ApiKeyRenamed':
      return `An API key is called “${change.name}” from now on`;
    case 'ApiKeyReplaced': {
      const until = change.until.slice(0, 16).replace('T', ' ');
      return `The API key “${(await names.apiKey(change.apiKeyId)) ?? ''}” was rotated: its old token is valid until ${until} UTC`;
    }
    case 'ApiKeyDeleted':
      return `The API key “${(await names.apiKey(change.apiKeyId)) ?? ''}” was revoked`;
    case 'InvitationSent':
      return `${(await names.invited(change.invitationId)) ?? 'An erased address'} was invited as ${change.role}`;
    case 'InvitationRevoked':
      return `The invitation of ${(await names.invited(change.invitationId)) ?? 'an erased address'} was revoked`;
    case 'SecurityPolicyChanged':
      return policySentence(change, names);
    case 'SessionTeamSwitched':
    case 'SessionEnded':
      return ofSession(change, (await names.person(actor.id)) ?? erasedPerson);
    default:
      return ofPerson(change, (await names.person(change.userId)) ?? erasedPerson, actor);
  }
}

const permissions = {
  full_access: 'it may do everything',
  sending_access: 'it may send',
  read_only: 'it may read',
} as const;

async function policySentence(
  { secondFactorRequired, sso }: Extract<AccessChange, { readonly type: 'SecurityPolicyChanged' }>,
  names: Names,
): Promise<string> {
  const factor = `The policy is now: ${secondFactorRequired ? 'a second factor for everyone' : 'no second factor asked for'}`;
  if (sso === null) return factor;
  return `${factor}, and people of ${(await names.domain(sso.domainId)) ?? 'a removed domain'} sign in by ${sso.provider} only`;
}

function ofSession(
  change: Extract<AccessChange, { readonly type: 'SessionTeamSwitched' | 'SessionEnded' }>,
  who: string,
): string {
  if (change.type === 'SessionTeamSwitched') return `${who} went on in this team`;
  if (change.why === 'too-many') return `The oldest session of ${who} ended: there were too many`;
  return change.why === 'signed-out' ? `${who} signed out` : `${who} ended a session in another browser`;
}

function ofPerson(change: Extract<AccessChange, { readonly userId: string }>, who: string, actor: Actor): string {
  switch (change.type) {
    case 'MemberAdded':
      return `${who} joined as ${change.role}`;
    case 'MemberRoleChanged':
      return `${who} became ${change.role}`;
    case 'MemberRemoved':
      return actor.id === change.userId ? `${who} left the team` : `${who} was taken out of the team`;
    case 'SessionStarted':
      return `${who} signed in${change.secondFactor ? ' with a second factor' : ''}`;
    case 'UserAddressProven':
      return actor.kind === 'cli' ? `The operator vouched for the address of ${who}` : `${who} proved the address`;
    case 'UserWaysInEnded':
      return `Every way into the account of ${who} that was set before ended`;
    case 'UserPasswordSet':
      return {
        created: `${who} chose a password`,
        changed: `${who} changed the password`,
        reset: `${who} set a password by a link`,
      }[change.why];
    case 'PasswordResetRequested':
      return `A link that sets a password was made for ${who}`;
    case 'UserEmailChanged':
      return `${who} signs in with another address from now on`;
    case 'UserDisabled':
      return `The account of ${who} was disabled`;
    case 'UserEnabled':
      return `The account of ${who} was enabled again`;
    case 'UserSessionsEnded':
      return `Every session of ${who} was ended`;
    case 'TotpConfirmed':
      return `${who} added an authenticator app`;
    case 'TotpRemoved':
      return `${who} removed the authenticator app`;
    case 'RecoveryCodesMade':
      return `${who} made recovery codes`;
    case 'RecoveryCodeUsed':
      return `${who} used a recovery code`;
    case 'PasskeyAdded':
      return `${who} added a passkey`;
    case 'PasskeyRemoved':
      return `${who} removed a passkey`;
    case 'IdentityLinked':
      return `${who} signs in by ${change.provider} too`;
    case 'IdentityUnlinked':
      return `${who} unlinked a provider`;
    case 'CredentialsRemoved':
      return actor.kind === 'cli'
        ? `The operator removed every factor of ${who}: ${waysInWords(change)}`
        : `${who} removed with a link for a new password: ${waysInWords(change)}`;
    default:
      return unreachable(change);
  }
}
